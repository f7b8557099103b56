import { expect, type Page } from '@playwright/test';
import type { Repair } from '../../domain/api-answers.ts';
import { button, chooseFromMenu, createRepair, field, question, repairCard } from './places.ts';
import { openClients, openOverview, type Screen } from './visit.ts';

async function describeWatch(
  page: Page,
  { watchBrand, watchModel, issue }: Pick<Repair, 'watchBrand' | 'watchModel' | 'issue'>,
) {
  await field(page, 'Watch brand').fill(watchBrand);
  await field(page, 'Watch model').fill(watchModel);
  await field(page, 'Request').fill(issue);
}

export const tabsAndPages: readonly Screen[] = [
  {
    name: 'login',
    isBeforeLogin: true,
    async open({ page }) {
      await page.goto('/');
      await expect(field(page, 'Password')).toBeVisible();
    },
  },
  {
    name: 'login refused',
    isBeforeLogin: true,
    async open({ page, complaints }) {
      complaints.expect(/^401 POST/);
      await page.goto('/');
      // Answered here: the shop refuses an address after five wrong ones.
      await page.route('/api/session', (route) =>
        route.fulfill({
          status: 401,
          contentType: 'application/problem+json',
          json: {
            code: 'invalid-password',
            title: 'Login failed',
            detail: 'Invalid password. Please try again.',
          },
        }),
      );
      await field(page, 'Password').fill('not the password');
      await button(page, 'Login').click();
      await expect(page.getByText('Invalid password. Please try again.')).toBeVisible();
    },
  },
  {
    name: 'overview pending',
    open: ({ page, shop }) => openOverview(page, 'pending', shop.pending.ticketNumber),
  },
  {
    name: 'overview same day',
    open: ({ page, shop }) => openOverview(page, 'same-day', shop.assigned.ticketNumber),
  },
  {
    name: 'overview estimates',
    open: ({ page, shop }) => openOverview(page, 'estimates', shop.accepted.ticketNumber),
  },
  {
    name: 'overview assigned',
    open: ({ page, shop }) => openOverview(page, 'assigned', shop.assigned.ticketNumber),
  },
  {
    name: 'overview completed',
    open: ({ page, shop }) => openOverview(page, 'completed', shop.completed.ticketNumber),
  },
  {
    name: 'overview with all that needs attention',
    async open({ page, shop }) {
      await page.goto('/?attention=all');
      const cases = page.getByRole('list', { name: 'Needs attention' });
      await expect(cases).toContainText(shop.inProgress.ticketNumber);
      await expect(button(cases, 'Book as accepted')).toBeVisible();
    },
  },
  {
    name: 'search',
    async open({ page }) {
      await page.goto('/?tab=search');
      await expect(page.getByText('Find a repair or a client')).toBeVisible();
    },
  },
  {
    name: 'search results',
    async open({ page, shop }) {
      await page.goto(`/?tab=search&q=${shop.pending.customerName.slice(0, 12)}`);
      await expect(page.getByRole('list', { name: 'Repairs found' })).toBeVisible();
      await expect(page.getByRole('list', { name: 'Clients found' })).toContainText(
        shop.pending.ticketNumber,
      );
    },
  },
  {
    name: 'search without results',
    async open({ page }) {
      await page.goto('/?tab=search&q=zzzzzz');
      await expect(page.getByText('No repair matches “zzzzzz”')).toBeVisible();
    },
  },
  {
    name: 'repairs',
    async open({ page, shop }) {
      await page.goto('/?tab=repairs');
      await expect(repairCard(page, shop.pending.ticketNumber)).toBeVisible();
    },
  },
  {
    name: 'new repair',
    async open({ page }) {
      await page.goto('/?tab=new-repair');
      await expect(field(page, 'Customer name')).toBeVisible();
    },
  },
  {
    name: 'new repair with errors',
    async open({ page }) {
      await page.goto('/?tab=new-repair');
      await button(page, 'Create repair').click();
      await expect(page.getByText('Customer name is required')).toBeVisible();
    },
  },
  {
    name: 'new repair with a known client',
    async open({ page, shop }) {
      await page.goto('/?tab=new-repair');
      await field(page, 'Existing client').click();
      await page.keyboard.type(shop.client.name.slice(0, 10));
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'new repair that would change its client',
    async open({ page, shop }) {
      await page.goto(`/?tab=new-repair&client=${shop.client.id}`);
      await expect(field(page, 'Customer name')).toHaveValue(shop.client.name);
      await field(page, 'Phone').fill('(206) 555-0100');
      await describeWatch(page, shop.pending);
      await button(page, 'Create repair').click();
      await expect(page.getByText('Please confirm the changes')).toBeVisible();
    },
  },
  {
    name: 'repair created',
    async open({ page, shop }) {
      // Nothing is made, so that the shop stays as it is for the next visit.
      const repair = shop.pending;
      await page.route('/api/repairs', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({
              status: 201,
              json: {
                repair,
                sms: { state: 'sent', detail: null },
                clientChanges: {
                  clientId: shop.client.id,
                  before: shop.client,
                  after: { ...shop.client, phone: '(206) 555-0100' },
                },
                unconfirmedChanges: null,
              },
            })
          : route.continue(),
      );
      await page.goto('/?tab=new-repair');
      for (const [label, text] of [
        ['Customer name', repair.customerName],
        ['Email', repair.customerEmail],
        ['Phone', repair.customerPhone],
      ]) {
        await field(page, label ?? '').fill(text ?? '');
      }
      await describeWatch(page, repair);
      await createRepair(page);
    },
  },
  { name: 'clients', open: async ({ page, shop }) => void (await openClients(page, shop)) },
  {
    name: 'client chosen',
    async open({ page, shop }) {
      await chooseFromMenu(await openClients(page, shop), 'Select');
      await expect(page.getByRole('heading', { name: shop.client.name, level: 2 })).toBeVisible();
    },
  },
  {
    name: 'new client with errors',
    async open({ page }) {
      await page.goto('/?tab=new-client');
      await button(page, 'Add client').click();
      await expect(page.getByText('Name is required')).toBeVisible();
    },
  },
  {
    name: 'technicians',
    async open({ page }) {
      await page.goto('/?tab=technicians');
      await expect(button(page, 'View Repairs')).toHaveCount(6);
    },
  },
  {
    name: 'technician',
    async open({ page, shop }) {
      await page.goto('/?tab=technicians&technician=ana');
      await expect(page.getByText(shop.assigned.ticketNumber)).toBeVisible();
    },
  },
  {
    name: 'data',
    async open({ page }) {
      await page.goto('/?tab=shop&section=data');
      await expect(button(page, 'Export as CSV')).toBeVisible();
    },
  },
  {
    name: 'import under review',
    async open({ page }) {
      await page.goto('/?tab=shop&section=data');
      const importing = page.getByRole('region', { name: 'Import' });
      await field(importing, 'What the file holds').selectOption('Repairs');
      await field(importing, 'File').setInputFiles({
        name: 'repairs-of-the-old-program-with-a-long-name.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          'Job #,Customer,Email,Phone,Make,Model,Problem,Status,Tech\r\n' +
            '10432,Ines Duarte,ines@mail.example,(206) 555-0142,Omega,Geneve,Stopped,Done,\r\n' +
            '10433,Ines Duarte,ines@mail.example,(206) 555-0142,Omega,Geneve,Stopped,lost at sea,Bob\r\n',
        ),
      });
      await expect(button(importing, 'Import 1 repair')).toBeVisible();
    },
  },
  {
    name: 'recently deleted',
    async open({ page }) {
      await page.goto('/?tab=shop&section=deleted');
      await expect(button(page, 'Bring back')).toHaveCount(2);
    },
  },
  {
    name: 'delete for good',
    async open({ page }) {
      await page.goto('/?tab=shop&section=deleted');
      await button(page, 'Delete for good').first().click();
      await expect(question(page, /for good\?$/)).toBeVisible();
    },
  },
  {
    name: 'workflow test',
    async open({ page }) {
      await page.goto('/?tab=workflow-test');
      await expect(button(page, 'Run test')).toBeVisible();
    },
  },
  {
    name: 'workflow test waiting',
    async open({ page, shop }) {
      // Nothing is made, so that the shop stays as it is for the next visit.
      const repair = shop.accepted;
      await page.route('/api/repairs', (route) =>
        route.fulfill({ status: 201, json: { repair, sms: { state: 'sent', detail: null } } }),
      );
      const estimate = {
        ...repair,
        id: 'of-the-visit',
        repairId: repair.ticketNumber,
        responseStatus: 'pending',
        sentAt: new Date().toISOString(),
      };
      await page.route(/\/api\/estimates(\?repairId=.*)?$/, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 201, json: { estimate, repair } })
          : route.fulfill({ json: { items: [estimate], nextCursor: null } }),
      );
      await page.goto('/?tab=workflow-test');
      await button(page, 'Run test').click();
      await expect(page.getByText('Answer the text with ACCEPT or DECLINE.').last()).toBeVisible();
    },
  },
  {
    name: 'access',
    async open({ page }) {
      await page.goto('/?tab=shop&section=access');
      await expect(page.getByText('This computer').first()).toBeVisible();
      await expect(page.getByText(/The password is set by SHOP_PASSWORD/)).toBeVisible();
    },
  },
  {
    name: 'access with a password to change',
    async open({ page }) {
      const at = new Date().toISOString();
      const session = { createdAt: at, lastSeenAt: at };
      const items = [
        { ...session, id: '0123456789ab', device: 'Chrome on Windows', isCurrent: true },
        { ...session, id: '0123456789ac', device: 'Samsung Internet on Android', isCurrent: false },
      ];
      await page.route('/api/sessions', (route) =>
        route.fulfill({ json: { items, passwordIsSetOutside: false } }),
      );
      await page.goto('/?tab=shop&section=access');
      await button(page, 'Change password').click();
      await expect(page.getByText('Current password is required')).toBeVisible();
    },
  },
  {
    name: 'not found',
    async open({ page }) {
      await page.goto('/no/such/place');
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    },
  },
  {
    name: 'application error',
    async open({ page, complaints }) {
      complaints.expect(/^failed GET .*counter/, /^console error: .*counter/);
      await page.route(/counter-.*\.js$/, (route) => route.abort('failed'));
      await page.goto('/');
      await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
    },
  },
  {
    name: 'shop data',
    async open({ page }) {
      await page.goto('/?tab=shop&section=data');
      await expect(button(page, 'Back up now')).toBeVisible();
    },
  },
];
