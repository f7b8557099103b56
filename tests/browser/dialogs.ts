import { expect, type Page } from '@playwright/test';
import type { Answer } from '../../domain/api.ts';
import { limits } from '../../domain/field-list.ts';
import { press } from './condition.ts';
import { freshAnswer } from './held-answers.ts';
import {
  act,
  button,
  chooseFromMenu,
  dialog,
  field,
  question,
  repairCard,
  technician,
} from './locators.ts';
import { openClients, openOverview, type Screen } from './opening-screens.ts';

async function openDetails(page: Page, ticketNumber: string) {
  await page.goto(`/?ticket=${ticketNumber}`);
  const details = dialog(page, ticketNumber);
  await expect(details.getByRole('heading', { name: 'History' })).toBeVisible();
  for (const image of await details.getByRole('img').all()) {
    const isLoaded = () =>
      image.evaluate((shown) => {
        if (!(shown instanceof HTMLImageElement)) return false;
        // A lazy one far down the page would wait until it is scrolled to.
        shown.loading = 'eager';
        return shown.complete;
      });
    await expect.poll(isLoaded).toBe(true);
  }
  return details;
}

type Ticket = Answer<'getRepair'>;

async function answerTicket(page: Page, ticketNumber: string, change: (ticket: Ticket) => Ticket) {
  await page.route(`**/api/repairs/${ticketNumber}`, async (route) => {
    const answer = await freshAnswer(route);
    await route.fulfill({ response: answer, json: change((await answer.json()) as Ticket) });
  });
}

async function openFromCard(page: Page, subTab: string, ticketNumber: string, press: string) {
  await openOverview(page, subTab, ticketNumber);
  await act(repairCard(page, ticketNumber), press);
}

/** An account in force, with all that there may be to say about it. */
export function realTexts(texting: Answer<'getTexting'>): Answer<'getTexting'> {
  const account = {
    accountSid: `AC${'0f'.repeat(16)}`,
    sender: '+12125550100',
    publicUrl: 'https://shop.with-a-rather-long-name.example.com',
  };
  const at = '2026-03-01T09:30:00.000Z';
  return {
    ...texting,
    source: 'browser',
    account,
    token: { at, session: '0123456789ab', initials: null },
    earlier: [{ ...account, sender: `MG${'0f'.repeat(16)}`, replacedAt: at }],
    lastCalls: { genuine: null, refused: { at, why: 'wrong-signature' } },
  };
}

export const dialogs: Readonly<Record<string, Screen>> = {
  'details pending': async ({ page, shop }) =>
    void (await openDetails(page, shop.pending.ticketNumber)),
  'details completed': async ({ page, shop }) =>
    void (await openDetails(page, shop.completed.ticketNumber)),
  'details just completed': async ({ page, shop }) => {
    await answerTicket(page, shop.completed.ticketNumber, (ticket) => ({
      ...ticket,
      repair: { ...ticket.repair, heldUntil: ticket.repair.completedAt },
      messages: ticket.messages.map((text) => ({ ...text, state: 'held' })),
    }));
    const details = await openDetails(page, shop.completed.ticketNumber);
    await expect(button(details, 'Send now')).toBeVisible();
  },
  'first steps': async ({ page }) => {
    await page.route('**/api/settings', async (route) => {
      const answer = await freshAnswer(route);
      await route.fulfill({ response: answer, json: { ...(await answer.json()), isSetUp: false } });
    });
    await page.goto('/');
    const setUp = dialog(page, 'Set up your shop');
    await button(setUp, 'Save and continue').click();
    await expect(setUp).toContainText('Step 2 of 3');
    await button(setUp, 'Save and continue').click();
    await expect(setUp).toContainText('Step 3 of 3');
  },
  'completion corrected': async ({ page, shop }) => {
    const details = await openDetails(page, shop.completed.ticketNumber);
    await chooseFromMenu(details, 'Edit completion');
    await expect(field(dialog(page, 'Edit completion'), 'Completion notes')).toBeVisible();
  },
  'reopening question': async ({ page, shop }) => {
    const details = await openDetails(page, shop.completed.ticketNumber);
    await chooseFromMenu(details, 'Reopen');
    await expect(dialog(page, /^Reopen repair/)).toContainText('that the watch is ready');
  },
  'details of a customer who wants no texts': async ({ page, shop }) => {
    const details = await openDetails(page, shop.inProgress.ticketNumber);
    await expect(details.getByText('This number can’t be texted')).toBeVisible();
  },
  'details with a text begun': async ({ page, shop }) => {
    const details = await openDetails(page, shop.declined.ticketNumber);
    await field(details, 'Text to the customer').fill('Shall we go ahead, then?');
    await expect(details.getByText('Preview')).toBeVisible();
    await expect(button(details, 'Record as accepted')).toBeVisible();
  },
  'recording question': async ({ page, shop }) => {
    const details = await openDetails(page, shop.declined.ticketNumber);
    await button(details, 'Record as accepted').click();
    await expect(question(page, 'Record this text as accepted?')).toBeVisible();
  },
  'details edited': async ({ page, shop }) => {
    const details = await openDetails(page, shop.pending.ticketNumber);
    await chooseFromMenu(details, 'Edit');
    await expect(field(details, 'Watch brand')).toBeVisible();
  },
  'details not found': async ({ page, complaints }) => {
    complaints.expect(/^404 GET .*WH000000XXX/);
    await page.goto('/?ticket=WH000000XXX');
    await expect(page.getByText('Repair not found')).toBeVisible();
  },
  'photo large': async ({ page, shop }) => {
    const details = await openDetails(page, shop.completed.ticketNumber);
    await details
      .getByRole('button', { name: /^Enlarge: / })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toHaveCount(1);
  },
  'watches collected': async ({ page, shop }) => {
    await page.route(/\/api\/repairs\?.*clientId=/, async (route) => {
      const answer = await freshAnswer(route);
      const list = (await answer.json()) as Answer<'listRepairs'>;
      const second = { id: 'second', ticketNumber: 'WH000000XXX', visitId: null };
      const items = list.items.flatMap((repair) => [repair, { ...repair, ...second }]);
      await route.fulfill({ response: answer, json: { ...list, items } });
    });
    await openFromCard(page, 'completed', shop.completed.ticketNumber, 'Hand over');
    const leaving = dialog(page, 'Hand over');
    await expect(leaving.getByRole('checkbox', { name: 'WH000000XXX' })).not.toBeChecked();
    await expect(leaving.getByRole('radio', { name: 'Card' })).toBeVisible();
  },
  'watch shipped': async ({ page, shop }) => {
    await openFromCard(page, 'completed', shop.completed.ticketNumber, 'Hand over');
    await button(dialog(page, 'Hand over'), 'Ship instead').click();
    await expect(field(dialog(page, 'Ship'), 'Carrier')).toBeVisible();
  },
  'watch handed over unpaid': async ({ page, shop }) => {
    await openFromCard(page, 'completed', shop.completed.ticketNumber, 'Hand over');
    await button(dialog(page, 'Hand over'), 'Hand over unpaid').click();
    await expect(question(page, 'Hand over unpaid?')).toBeVisible();
  },
  'day closed with a difference': async ({ page }) => {
    await page.goto('/?tab=shop&section=money');
    await field(page, 'Counted cash').fill('0.01');
    await field(page, 'Counted cash').press('Enter');
    await expect(question(page, /^Close .* (short|over)\?$/)).toBeVisible();
  },
  'send estimate': async ({ page, shop }) => {
    await openFromCard(page, 'pending', shop.pending.ticketNumber, 'Send estimate');
    await expect(field(dialog(page, 'Send estimate'), 'Estimate amount')).toBeVisible();
  },
  'send estimate with its text': async ({ page, shop }) => {
    await openFromCard(page, 'pending', shop.pending.ticketNumber, 'Send estimate');
    const sending = dialog(page, 'Send estimate');
    await field(sending, 'Estimate amount').fill('145');
    await expect(sending.getByText('Preview')).toBeVisible();
  },
  'send estimate with an error': async ({ page, shop }) => {
    await openFromCard(page, 'pending', shop.pending.ticketNumber, 'Send estimate');
    const sending = dialog(page, 'Send estimate');
    await field(sending, 'Estimate amount').fill('');
    await button(sending, 'Send estimate').click();
    await expect(page.getByText('Please enter an estimate amount')).toBeVisible();
  },
  'record estimate with an error': async ({ page, shop }) => {
    const details = await openDetails(page, shop.pending.ticketNumber);
    await button(details, 'Record estimate').click();
    const recording = dialog(page, 'Record estimate');
    await button(recording, 'Record estimate').click();
    await expect(recording.getByText('Please enter an estimate amount')).toBeVisible();
  },
  'record estimate as accepted': async ({ page, shop }) => {
    const details = await openDetails(page, shop.sent.ticketNumber);
    await button(details, 'Accepted').click();
    const recording = dialog(page, 'Record the estimate as accepted?');
    await expect(recording.getByRole('radio', { name: 'By phone' })).toBeChecked();
  },
  assign: async ({ page, shop }) => {
    await openFromCard(page, 'pending', shop.pending.ticketNumber, 'Assign');
    await expect(technician(dialog(page, 'Assign repair'), 'Ana')).toBeVisible();
  },
  reassign: async ({ page, shop }) => {
    const details = await openDetails(page, shop.assigned.ticketNumber);
    await details.getByRole('button', { name: /: reassign$/ }).click();
    const rows = dialog(page, 'Reassign').getByRole('listitem');
    await expect(rows).toHaveCount(6);
  },
  'date promised with an error': async ({ page, shop, complaints }) => {
    complaints.expect(/^422 PATCH/);
    const details = await openDetails(page, shop.pending.ticketNumber);
    await details.getByRole('button', { name: /: change$/ }).click();
    const promising = dialog(page, 'Date promised');
    await field(promising, 'Date promised').fill('2020-02-29');
    await button(promising, 'Save').click();
    await expect(promising.getByText(/in the past/)).toBeVisible();
  },
  'done while waiting with an error': async ({ page, shop }) => {
    const details = await openDetails(page, shop.pending.ticketNumber);
    await chooseFromMenu(details, 'Done while waiting');
    const finishing = dialog(page, 'Done while waiting');
    await finishing
      .getByRole('button', { name: /finish$|^Done/ })
      .last()
      .click();
    await expect(finishing.getByText('Please select a technician')).toBeVisible();
  },
  complete: async ({ page, shop }) => {
    await openFromCard(page, 'assigned', shop.assigned.ticketNumber, 'Complete');
    await expect(field(dialog(page, 'Complete repair'), 'Completion notes')).toBeVisible();
  },
  'take payment with an error': async ({ page, shop }) => {
    const details = await openDetails(page, shop.completed.ticketNumber);
    await button(details, 'Take payment').click();
    const taking = dialog(page, 'Take payment');
    await field(taking, 'Amount').fill('-5');
    await page.keyboard.press('Enter');
    await expect(taking.getByText('The amount must be more than $0.00')).toBeVisible();
  },
  'void payment with an error': async ({ page, shop }) => {
    const details = await openDetails(page, shop.completed.ticketNumber);
    await button(details, 'Void deposit of $40.00').click();
    const voiding = dialog(page, 'Void this deposit?');
    await button(voiding, 'Void deposit').click();
    await expect(voiding.getByText('Please enter a reason')).toBeVisible();
  },
  camera: async ({ page }) => {
    await page.goto('/?tab=new-repair');
    await button(page, 'Take a photo').click();
    await expect(page.getByLabel('What the camera sees')).toBeVisible();
  },
  'move watches': async ({ page, shop, complaints }) => {
    complaints.expect(/^404 GET .*WH000000XXX/);
    const details = await openDetails(page, shop.assigned.ticketNumber);
    await chooseFromMenu(details, 'Move');
    const moving = dialog(page, 'Move');
    await button(moving, 'Safe').click();
    await expect(field(moving, 'Ticket number')).toBeVisible();
    const moved = moving.getByRole('list', { name: 'Moved' });
    await expect(moved).toContainText('Safe');
    await field(moving, 'Ticket number').fill('WH000000XXX');
    await page.keyboard.press('Enter');
    await expect(moved).toContainText('There is no repair with this ticket number');
  },
  'bag label': async ({ page, shop }) => {
    await chooseFromMenu(await openDetails(page, shop.pending.ticketNumber), 'Print bag label');
    await expect(button(dialog(page, 'Print bag label'), 'Print')).toBeVisible();
  },
  'measurement of timing with an error': async ({ page, shop }) => {
    const details = await openDetails(page, shop.assigned.ticketNumber);
    await button(details, 'Measurement').click();
    const measuring = dialog(page, 'Add a measurement');
    await measuring.getByRole('textbox', { name: /^CH, .*: Rate$/ }).fill('fast');
    await button(measuring, 'Save').click();
    await expect(measuring.getByText(/^CH rate must be a number/)).toBeVisible();
  },
  'measurement of pressure': async ({ page, shop }) => {
    const details = await openDetails(page, shop.assigned.ticketNumber);
    await button(details, 'Measurement').click();
    const measuring = dialog(page, 'Add a measurement');
    await press(measuring.getByRole('radio', { name: 'Pressure', exact: true }));
    await button(measuring, 'Add a step').click();
    await expect(button(measuring, 'Remove step 2')).toBeVisible();
  },
  'part with an error': async ({ page, shop, complaints }) => {
    complaints.expect(/^422 POST .*\/parts/);
    const details = await openDetails(page, shop.assigned.ticketNumber);
    await button(details, 'Add part').click();
    const adding = dialog(page, 'Add part');
    await button(adding, 'Add part').click();
    await expect(adding.getByText('Part is required')).toBeVisible();
  },
  'watch sent out with an error': async ({ page, shop, complaints }) => {
    complaints.expect(/^422 POST .*\/sendings/);
    const details = await openDetails(page, shop.assigned.ticketNumber);
    await button(details, 'Send out').click();
    const sending = dialog(page, 'Send out');
    await button(sending, 'Save').click();
    await expect(sending.getByText('Sent to is required')).toBeVisible();
  },
  'warranty with an error': async ({ page, shop, complaints }) => {
    complaints.expect(/^422 POST .*\/warranties/);
    const details = await openDetails(page, shop.completed.ticketNumber);
    await button(details, 'Add warranty').click();
    const adding = dialog(page, 'Add warranty');
    await button(adding, 'Add warranty').click();
    await expect(adding.locator('[aria-invalid]').first()).toBeVisible();
  },
  'watch handed over with a warranty': async ({ page, shop }) => {
    await openFromCard(page, 'completed', shop.completed.ticketNumber, 'Hand over');
    const leaving = dialog(page, 'Hand over');
    await button(leaving, 'Add warranty').click();
    await field(leaving, 'Days').fill('none');
    await page.keyboard.press('Enter');
    await expect(leaving.getByText('From 1 to 3,650')).toBeVisible();
  },
  'come-back with an error': async ({ page, shop }) => {
    const { ticketNumber, completedAt } = shop.completed;
    await answerTicket(page, ticketNumber, ({ repair, ...ticket }) => ({
      ...ticket,
      repair: { ...repair, isWaitingForPickup: false, collectedAt: completedAt },
    }));
    const details = await openDetails(page, ticketNumber);
    await button(details, 'Come-back, $0').click();
    const taking = dialog(page, 'Come-back, $0');
    await button(taking, 'Take in').click();
    await expect(taking.getByText('Please enter what’s wrong')).toBeVisible();
  },
  'photo edited': async ({ page, shop }) => {
    const { ticketNumber, createdAt } = shop.pending;
    const of = { kind: 'bench' as const, caption: 'M'.repeat(limits.photoCaption) };
    const photo = { id: 'photo', ticketNumber, ...of, createdAt, updatedAt: createdAt };
    await answerTicket(page, ticketNumber, (ticket) => ({
      ...ticket,
      photos: [{ ...photo, url: ticket.repair.initialPhotoUrl ?? '' }],
    }));
    const details = await openDetails(page, ticketNumber);
    await chooseFromMenu(details.getByRole('listitem').filter({ hasText: of.caption }), 'Edit');
    await expect(field(dialog(page, 'Edit photo'), 'Caption')).toHaveValue(of.caption);
  },
  'photos compared': async ({ page, shop }) => {
    const { ticketNumber } = shop.pending;
    const stored = await page.request.get(`/api/repairs/${ticketNumber}`);
    const { repair: watch } = (await stored.json()) as Ticket;
    const earlier = { ...watch, ticketNumber: 'WH000000XXX', work: watch.issue, isInShop: false };
    const seen = { ...watch, photoUrl: watch.initialPhotoUrl, watchId: null, warranties: [] };
    await page.route('**/api/watches/seen*', (route) =>
      route.fulfill({ json: { items: [{ ...seen, repairs: [earlier] }] } }),
    );
    await button(await openDetails(page, ticketNumber), 'Compare photos').click();
    const comparing = dialog(page, 'Compare photos');
    await expect(comparing.getByRole('img')).toHaveCount(2);
  },
  'send estimate with lines and an error': async ({ page, shop }) => {
    await openFromCard(page, 'pending', shop.pending.ticketNumber, 'Send estimate');
    const sending = dialog(page, 'Send estimate');
    await button(sending, 'Add a line').click();
    await button(sending, 'Send estimate').click();
    await expect(sending.locator('[aria-invalid]').first()).toBeVisible();
  },
  'sign claim check': async ({ page, shop }) => {
    const { ticketNumber, issue } = shop.pending;
    await button(await openDetails(page, ticketNumber), 'Sign').click();
    const signing = dialog(page, `Sign claim check ${ticketNumber}`);
    await expect(signing.getByText(issue)).toBeVisible();
  },
  'note begun': async ({ page, shop }) => {
    const details = await openDetails(page, shop.pending.ticketNumber);
    await button(details, 'Note or call').click();
    const composer = details.getByRole('form', { name: 'Note or call' });
    await composer.getByRole('textbox', { name: 'Note' }).fill('Call after five');
  },
  'delete repair': async ({ page, shop }) => {
    await chooseFromMenu(await openDetails(page, shop.pending.ticketNumber), 'Delete');
    await expect(question(page, /Delete repair/)).toBeVisible();
  },
  'edit client with errors': async ({ page, shop }) => {
    await chooseFromMenu(await openClients(page, shop), 'Edit');
    const editing = dialog(page, 'Edit client');
    await field(editing, 'Name').fill('');
    await button(editing, 'Save changes').click();
    await expect(
      editing.getByText('Please fill in all required fields (Name, Email, Phone)'),
    ).toBeVisible();
  },
  'account for real texts': async ({ page }) => {
    const findings = [
      { kind: 'right', what: 'The account is known and active.', advice: null },
      { kind: 'look', what: 'This is a trial account.', advice: 'Upgrade it in the console.' },
      { kind: 'wrong', what: 'What customers text goes nowhere.', advice: 'Enter the address.' },
    ];
    await page.route('**/api/texting/check', (route) => route.fulfill({ json: { findings } }));
    await page.goto('/?tab=shop&page=texting');
    await button(page, 'Set up real texts').click();
    const account = dialog(page, 'Set up real texts');
    await field(account, 'Account SID').fill(`AC${'0f'.repeat(16)}`);
    await field(account, 'Auth Token').fill('typed-and-not-saved');
    await field(account, 'Number or messaging service').fill('(212) 555-0100');
    await button(account, 'Check').click();
    await expect(account).toContainText('1 thing to fix.');
  },
  'real texts turned off': async ({ page }) => {
    await page.route('**/api/texting', async (route) => {
      const answer = await freshAnswer(route);
      await route.fulfill({ response: answer, json: realTexts(await answer.json()) });
    });
    await page.goto('/?tab=shop&page=texting');
    await button(page, 'Turn off').click();
    await expect(field(dialog(page, 'Turn off real texts?'), 'Shop password')).toBeVisible();
  },
  'backup to restore': async ({ page }) => {
    const name = 'watch-repair-2026-03-01T09-30-00Z.backup';
    const backup = { at: '2026-03-01T09:30:00.000Z', bytes: 123_456_789 };
    await page.route('**/api/backups', async (route) => {
      const answer = await freshAnswer(route);
      const items = [{ name, kind: 'scheduled', ...backup }];
      await route.fulfill({ response: answer, json: { ...(await answer.json()), items } });
    });
    const counts = { repairs: 20_000, clients: 10_000, texts: 61_234, photos: 18_765 };
    const photos = { damagedPhotos: 2, missingPhotos: 1 };
    const shop = 'The Old Watch House of Whoever Had It Before';
    const contents = { ...backup, ...counts, ...photos, shop, product: '0.1.0+abcdef123456' };
    await page.route(`**/api/backups/${name}`, (route) =>
      route.fulfill({ json: { share: 1, contents } }),
    );
    await page.goto('/?tab=shop&section=data');
    await page.getByRole('button', { name: /^Restore the backup from / }).click();
    const restoring = dialog(page, 'Restore a backup');
    await expect(restoring).toContainText('The shop’s name is different.');
    await expect(field(restoring, 'Shop password')).toBeVisible();
  },
  'simulated phone': async ({ page, shop }) => {
    await page.goto('/');
    await button(page, 'Simulated texts').click();
    const phones = dialog(page, 'Simulated phone');
    await phones.getByRole('button', { name: shop.accepted.customerPhone }).click();
    await expect(button(phones, 'ACCEPT')).toBeVisible();
  },
  'command palette': async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: /^Search or jump to…?$/ }).click();
    const palette = dialog(page, 'Search or jump to');
    // In the names of screens, and in every ticket and client.
    await field(palette, 'Search or jump to').fill('e');
    for (const name of ['Go to', 'Tickets', 'Clients']) {
      await expect(palette.getByRole('group', { name }).getByRole('option').first()).toBeVisible();
    }
  },
  'keyboard shortcuts': async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
    await page.keyboard.press('?');
    await expect(field(dialog(page, 'Keyboard shortcuts'), 'Single-key shortcuts')).toBeVisible();
  },
  'pop-ups blocked': async ({ page, shop }) => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await openOverview(page, 'pending', shop.pending.ticketNumber);
    await act(repairCard(page, shop.pending.ticketNumber), 'Print ticket');
    await expect(question(page, 'Print failed')).toBeVisible();
  },
};
