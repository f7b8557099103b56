import { expect, type Page } from '@playwright/test';
import type { Repair } from '../../domain/api-answers.ts';
import { answer, fold, press, unfold } from './condition.ts';
import { realTexts } from './dialogs.ts';
import { freshAnswer } from './held-answers.ts';
import {
  button,
  chooseFromMenu,
  createRepair,
  estimateCard,
  field,
  question,
  repairCard,
  repairRow,
} from './locators.ts';
import { openClients, openOverview, type Screen } from './opening-screens.ts';

async function describeWatch(
  page: Page,
  { watchBrand, watchModel, issue }: Pick<Repair, 'watchBrand' | 'watchModel' | 'issue'>,
) {
  await field(page, 'Watch brand').fill(watchBrand);
  await field(page, 'Watch model').fill(watchModel);
  await field(page, 'Request').fill(issue);
}

export const tabsAndPages: Readonly<Record<string, Screen>> = {
  login: async ({ page }) => {
    await page.goto('/');
    await expect(field(page, 'Password')).toBeVisible();
  },
  'overview pending': ({ page, shop }) => openOverview(page, 'pending', shop.pending.ticketNumber),
  'overview same day': ({ page, shop }) =>
    openOverview(page, 'same-day', shop.assigned.ticketNumber),
  'overview estimates': ({ page, shop }) =>
    openOverview(page, 'estimates', shop.accepted.ticketNumber),
  'overview estimates accepted this month': async ({ page, shop }) => {
    await page.goto('/?sub=estimates&accepted=this-month');
    await expect(page.getByText(/^\d+ accepted since /)).toBeVisible();
    await expect(estimateCard(page, shop.accepted.ticketNumber)).toBeVisible();
  },
  'overview assigned': ({ page, shop }) =>
    openOverview(page, 'assigned', shop.assigned.ticketNumber),
  'overview completed': ({ page, shop }) =>
    openOverview(page, 'completed', shop.completed.ticketNumber),
  'overview with all that needs attention': async ({ page, shop }) => {
    await page.goto('/?attention=all');
    const cases = page.getByRole('list', { name: 'Needs attention' });
    await expect(cases).toContainText(shop.inProgress.ticketNumber);
    await expect(button(cases, 'Record as accepted')).toBeVisible();
  },
  search: async ({ page }) => {
    await page.goto('/?tab=search');
    await expect(page.getByText('Find a repair or a client')).toBeVisible();
  },
  'search results': async ({ page, shop }) => {
    await page.goto(`/?tab=search&q=${shop.pending.customerName.slice(0, 12)}`);
    await expect(page.getByRole('list', { name: 'Repairs found' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Clients found' })).toContainText(
      shop.pending.ticketNumber,
    );
  },
  'search without results': async ({ page }) => {
    await page.goto('/?tab=search&q=zzzzzz');
    await expect(page.getByText('No repair matches “zzzzzz”')).toBeVisible();
  },
  repairs: async ({ page, shop }) => {
    await page.goto('/?tab=repairs');
    await expect(repairCard(page, shop.pending.ticketNumber)).toBeVisible();
  },
  'repairs as rows': async ({ page, shop }) => {
    await page.addInitScript(() => localStorage.setItem('repair-list-shape', 'rows'));
    await page.goto('/?tab=repairs');
    await expect(repairRow(page, shop.pending.ticketNumber)).toBeVisible();
  },
  'new repair': async ({ page }) => {
    await page.goto('/?tab=new-repair');
    await expect(field(page, 'Customer name')).toBeVisible();
  },
  'new repair with a condition': async ({ page }) => {
    await page.goto('/?tab=new-repair');
    await unfold(page);
    await button(page, 'All fine').click();
    await press(answer(page, 'Case', 'Worn'));
    await press(answer(page, 'Crystal', 'Damaged'));
    await field(page, 'Note on crystal').fill('Chip at 4 o’clock, 2 mm');
    await press(answer(page, 'Running', 'Yes'));
    await field(page, 'Accessories left').fill('Box, papers, 2 links');
    await field(page, 'Value stated').fill('6,500.00');
    await field(page, 'Do not polish').check();
    await fold(page).scrollIntoViewIfNeeded();
  },
  'new repair with errors': async ({ page }) => {
    await page.goto('/?tab=new-repair');
    await button(page, 'Create repair').click();
    await expect(page.getByText('Customer name is required')).toBeVisible();
  },
  'new repair with a known client': async ({ page, shop }) => {
    await page.goto('/?tab=new-repair');
    await field(page, 'Existing client').click();
    await page.keyboard.type(shop.client.name.slice(0, 10));
    await expect(page.getByRole('option').first()).toBeVisible();
  },
  'new repair that would change its client': async ({ page, shop }) => {
    await page.goto(`/?tab=new-repair&client=${shop.client.id}`);
    await expect(field(page, 'Customer name')).toHaveValue(shop.client.name);
    await field(page, 'Phone').fill('(206) 555-0100');
    await describeWatch(page, shop.pending);
    await button(page, 'Create repair').click();
    await expect(page.getByText('Please confirm the changes')).toBeVisible();
  },
  'repair created': async ({ page, shop }) => {
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
  clients: async ({ page, shop }) => void (await openClients(page, shop)),
  'client chosen': async ({ page, shop }) => {
    await chooseFromMenu(await openClients(page, shop), 'Select');
    await expect(page.getByRole('heading', { name: shop.client.name, level: 2 })).toBeVisible();
  },
  'settings of real texts': async ({ page }) => {
    await page.route('**/api/texting', async (route) => {
      const answer = await freshAnswer(route);
      await route.fulfill({ response: answer, json: realTexts(await answer.json()) });
    });
    await page.goto('/?tab=shop&page=texting');
    await expect(page.getByText('From (212) 555-0100')).toBeVisible();
    await expect(page.getByText(/^Last request from Twilio: none yet/)).toBeVisible();
    await expect(page.getByText('A request was refused.')).toBeVisible();
    await expect(page.getByText(/: Its signature doesn’t match\./)).toBeVisible();
    await page.getByText('Texts for the registration').click();
    await expect(page.getByText('Privacy policy for your website')).toBeVisible();
  },
  'new client with errors': async ({ page }) => {
    await page.goto('/?tab=new-client');
    await button(page, 'Add client').click();
    await expect(page.getByText('Name is required')).toBeVisible();
  },
  technicians: async ({ page }) => {
    await page.goto('/?tab=technicians');
    await expect(button(page, 'View Repairs')).toHaveCount(6);
  },
  technician: async ({ page, shop }) => {
    await page.goto('/?tab=technicians&technician=ana');
    await expect(repairCard(page, shop.assigned.ticketNumber)).toBeVisible();
  },
  settings: async ({ page }) => {
    await page.goto('/?tab=shop&page=team');
    const settings = page.getByRole('region', { name: 'Settings' });
    const staff = settings.getByRole('region', { name: 'Staff' });
    await button(staff, 'Add a name').click();
    await field(staff, 'Name').fill('Alexandrina Featherstonehaugh-Cholmondeley');
    await button(settings, 'Save').click();
    await expect(staff.getByText('Initials are required')).toBeVisible();
  },
  money: async ({ page }) => {
    await page.goto('/?tab=shop&section=money');
    await expect(page.getByRole('region', { name: 'Money' })).toContainText('Total');
  },
  'settings of the shop': async ({ page }) => {
    await page.goto('/?tab=shop');
    await expect(page.getByTitle(/^The printed ticket of/)).toBeVisible();
  },
  'settings of hours': async ({ page }) => {
    await page.goto('/?tab=shop&page=hours');
    const settings = page.getByRole('region', { name: 'Settings' });
    await settings.getByRole('button', { name: /^US federal holidays/ }).click();
    await button(settings, 'Add dates').click();
    await expect(field(settings, 'First closed day')).toBeFocused();
  },
  data: async ({ page }) => {
    await page.goto('/?tab=shop&section=data');
    await expect(button(page, 'Export as CSV')).toBeVisible();
  },
  'import under review': async ({ page }) => {
    await page.goto('/?tab=shop&section=data');
    const importing = page.getByRole('region', { name: 'Import' });
    await field(importing, 'What the file contains').selectOption('Repairs');
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
  'recently deleted': async ({ page }) => {
    await page.goto('/?tab=shop&section=deleted');
    await expect(button(page, 'Restore')).toHaveCount(2);
  },
  'delete for good': async ({ page }) => {
    await page.goto('/?tab=shop&section=deleted');
    await button(page, 'Delete for good').first().click();
    await expect(question(page, /for good\?$/)).toBeVisible();
  },
  'workflow test': async ({ page }) => {
    await page.goto('/?tab=workflow-test');
    await expect(button(page, 'Run test')).toBeVisible();
  },
  'workflow test waiting': async ({ page, shop }) => {
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
  access: async ({ page }) => {
    await page.goto('/?tab=shop&section=access');
    await expect(page.getByText('This computer').first()).toBeVisible();
    await expect(page.getByText(/The password is set by SHOP_PASSWORD/)).toBeVisible();
  },
  'access with a password to change': async ({ page }) => {
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
  'not found': async ({ page }) => {
    await page.goto('/no/such/place');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  },
  'application error': async ({ page, complaints }) => {
    complaints.expect(/^failed GET .*counter/, /^console error: .*counter/);
    await page.route(/counter-.*\.js$/, (route) => route.abort('failed'));
    await page.goto('/');
    await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
  },
};
