import type { Locator, Page } from '@playwright/test';
import type { Repair } from '../../domain/api-answers.ts';
import { type ProblemCode, problemTexts } from '../../domain/problems.ts';
import {
  button,
  chooseFromMenu,
  clientRows,
  dialog,
  estimateCard,
  field,
  question,
  repairCard,
  technician,
  toast,
} from './locators.ts';
import { expect, test } from './shop.ts';
import { newPhone } from './staff.ts';
import { expectToast } from './toasts.ts';

type Answer = ProblemCode | 'nothing' | 'a page from something in between';

async function answerWith(page: Page, method: string, path: RegExp, answer: Answer) {
  await page.route(path, async (route) => {
    if (route.request().method() !== method) await route.fallback();
    else if (answer === 'nothing') await route.abort('failed');
    else if (answer === 'a page from something in between') {
      await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' });
    } else {
      const { status, title, detail } = problemTexts[answer];
      await route.fulfill({ status, json: { status, code: answer, title, detail } });
    }
  });
  return () => page.unroute(path);
}

async function expectRefusal(page: Page, title: string, detail = '') {
  await expectToast(page, title, detail);
  await button(toast(page), 'Close notification').click();
  await expect(toast(page)).toHaveCount(0);
}

/** The same words stay in the dialog, above its buttons, until the next try. */
async function expectInside(within: Locator, title: string, detail: string) {
  const alert = within.getByRole('alert').filter({ hasText: title });
  await expect(alert).toContainText(detail);
  // Whatever else the dialog loads, such as a text's preview, may still come in between.
  await expect(async () => {
    const above = await alert.boundingBox();
    const below = await button(within, 'Cancel').boundingBox();
    if (above === null || below === null) throw new Error('Not on the screen');
    const gap = below.y - (above.y + above.height);
    expect(gap).toBeGreaterThanOrEqual(0);
    expect(gap).toBeLessThan(24);
  }).toPass({ timeout: 15_000 });
}

test('a client that cannot be saved is reported, and nothing typed is lost', {
  tag: '@long',
}, async ({ page, complaints, staff }) => {
  complaints.expect(/^(50[0-9]|failed) (POST|PATCH|PUT|DELETE) .*\/api\/clients/);
  const { internal } = problemTexts;
  await page.goto('/?tab=new-client');
  await field(page, 'Name').fill('Maria Goeppert');
  await field(page, 'Email').fill('goeppert@mail.example');
  for (const [answer, title, detail] of [
    ['internal', 'Error adding client', internal.detail],
    ['nothing', 'Error adding client', 'Please try again.'],
    ['a page from something in between', 'Failed to add client', '502'],
  ] as const) {
    const undo = await answerWith(page, 'POST', /\/api\/clients$/, answer);
    await button(page, 'Add client').click();
    await expectRefusal(page, title, detail);
    await undo();
  }
  await expect(field(page, 'Name')).toHaveValue('Maria Goeppert');

  const client = await staff.addClient({
    name: 'Vera Rubin',
    email: 'vera@mail.example',
    phone: newPhone(),
  });
  await page.goto('/?tab=clients&q=vera');
  const changes = /\/api\/clients\/[^/?]+$/;
  for (const method of ['PATCH', 'PUT', 'DELETE']) {
    await answerWith(page, method, changes, 'internal');
  }
  await chooseFromMenu(clientRows(page), 'Edit');
  const editing = dialog(page, 'Edit client');
  await field(editing, 'Name').fill('Vera Cooper Rubin');
  await button(editing, 'Save changes').click();
  await expectRefusal(page, 'Update failed', 'Could not update client information in database');
  await expectInside(editing, 'Update failed', 'Could not update client information in database');
  await expect(field(editing, 'Name')).toHaveValue('Vera Cooper Rubin');
  await page.goto('/?tab=clients&q=vera');
  await chooseFromMenu(clientRows(page), 'Delete');
  const asked = question(page, `Delete client ${client.name}?`);
  await button(asked, 'Delete').click();
  await expectRefusal(page, 'Error deleting client', 'Please try again.');
  await expectInside(asked, 'Error deleting client', 'Please try again.');
});

test('a repair that cannot be assigned, completed or estimated says why', { tag: '@long' }, async ({
  page,
  complaints,
  staff,
}) => {
  complaints.expect(/^(50[023]|404) POST .*\/api\//);
  const repair = await staff.takeIn();
  const card = repairCard(page, repair.ticketNumber);
  await page.goto('/');
  await chooseFromMenu(card, 'Assign');
  const assigning = dialog(page, 'Assign repair');
  const choice = assigning.getByRole('group', { name: 'Technician' });
  const rows = choice.locator('label');
  await expect(rows).toHaveCount(6);
  await rows.filter({ hasText: 'Ana' }).click();
  await expect(technician(choice, 'Ana')).toBeChecked();
  for (const row of await rows.all()) {
    expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  for (const [answer, title] of [
    ['internal', 'Error assigning repair'],
    ['repair-not-found', 'Repair not found'],
  ] as const) {
    const undo = await answerWith(page, 'POST', /\/assign$/, answer);
    await button(assigning, 'Assign').click();
    await expectRefusal(page, title, problemTexts[answer].detail);
    await expectInside(assigning, title, problemTexts[answer].detail);
    await undo();
  }

  const sameDay = await staff.takeIn({ isSameDay: true });
  for (const [each, title] of [
    [repair, 'Error completing repair'],
    [sameDay, 'Failed to complete repair'],
  ] as const) {
    await staff.assign(each, 'ben');
    await page.goto('/?sub=assigned');
    await button(repairCard(page, each.ticketNumber), 'Complete').click();
    const completing = dialog(page, 'Complete repair');
    await field(completing, 'Completion notes').fill('New gasket');
    const undo = await answerWith(page, 'POST', /\/complete$/, 'internal');
    await button(completing, 'Mark complete').click();
    await expectRefusal(page, title, problemTexts.internal.detail);
    await expectInside(completing, title, problemTexts.internal.detail);
    await undo();
    await expect(field(completing, 'Completion notes')).toHaveValue('New gasket');
  }

  await page.goto('/?sub=assigned');
  await chooseFromMenu(card, 'Send estimate');
  const sending = dialog(page, 'Send estimate');
  await field(sending, 'Estimate amount').fill('80');
  const undo = await answerWith(page, 'POST', /\/api\/estimates$/, 'photo-store-failed');
  await button(sending, 'Send estimate').click();
  const { detail } = problemTexts['photo-store-failed'];
  await expectRefusal(page, 'Error sending estimate', `An error occurred: ${detail}`);
  await expectInside(
    sending,
    'Failed to send SMS. Please check phone number format and text-message provider configuration.',
    detail,
  );
  await undo();
  // It is unknown how far the server got: the text may have gone out.
  const unknownTitle = problemTexts['sms-unknown'].title;
  for (const answer of ['internal', 'unavailable', 'a page from something in between'] as const) {
    const undoAnswer = await answerWith(page, 'POST', /\/api\/estimates$/, answer);
    await button(sending, 'Send estimate').click();
    await expectRefusal(page, unknownTitle, 'The server did not confirm it.');
    await expectInside(sending, unknownTitle, 'the customer gets only one text');
    await undoAnswer();
  }
});

test('what a colleague changed while it was edited here is shown beside what was typed', {
  tag: '@long',
}, async ({ page, complaints, staff }) => {
  complaints.expect(/^412 PATCH .*\/api\/(repairs|clients)\//);
  const repair = await staff.takeIn({ issue: 'Stops', watchModel: 'Seamaster 300' });
  await page.goto(`/?ticket=${repair.ticketNumber}`);
  const details = dialog(page, repair.ticketNumber);
  await chooseFromMenu(details, 'Edit');
  await field(details, 'Request').fill('Stops at night');
  await staff.edit(repair, { issue: 'Runs fast', watchModel: 'De Ville' });
  await button(details, 'Save').click();
  await expect(details.getByText('Someone else changed this')).toBeVisible();
  const other = (label: string) =>
    page.getByRole('group', { name: `Other version of ${label}`, exact: true });
  await expect(field(details, 'Request')).toHaveValue('Stops at night');
  await expect(other('Request')).toContainText('Saved version Runs fast');
  // What only the colleague changed needs no choice: it is adopted, and named.
  await expect(field(details, 'Watch model')).toHaveValue('De Ville');
  await expect(details.getByText('Also changed by someone else: Watch model')).toBeVisible();
  await expect(other('Watch model')).toHaveCount(0);
  // Each version is on the screen once.
  const form = details.locator('form', { has: page.getByRole('group', { name: 'Other version' }) });
  await expect(form.getByText('Runs fast')).toHaveCount(1);
  await expect(form.getByText('De Ville')).toHaveCount(0);
  await button(other('Request'), 'Use this').click();
  await expect(field(details, 'Request')).toHaveValue('Runs fast');
  await button(other('Request'), 'Use this').click();
  await expect(field(details, 'Request')).toHaveValue('Stops at night');
  await button(details, 'Save').click();
  await expectToast(page, 'Repair updated');
  const stored = async () => (await staff.repair(repair.ticketNumber)).repair;
  expect(await stored()).toMatchObject({ issue: 'Stops at night', watchModel: 'De Ville' });

  // A colleague's change to something else needs no choice.
  await chooseFromMenu(details, 'Edit');
  await field(details, 'Serial number').fill('77 1');
  await staff.assign(repair, 'ben');
  await button(details, 'Save').click();
  await expectToast(page, 'Repair updated');
  expect(await stored()).toMatchObject({ serialNumber: '77 1', status: 'assigned' });

  const { customerName } = repair;
  await page.goto(`/?tab=clients&q=${repair.customerEmail}`);
  await chooseFromMenu(clientRows(page), 'Edit');
  const editing = dialog(page, 'Edit client');
  await field(editing, 'Name').fill('Grace Okafor-Lind');
  const phone = newPhone();
  await staff.correctPhone(repair, phone);
  await button(editing, 'Save changes').click();
  await expectToast(page, 'Client updated', 'Also changed by someone else: Phone');
  await expect(editing).toBeHidden();
  expect(await stored()).toMatchObject({
    customerName: `${customerName}-Lind`,
    customerPhone: phone,
  });
});

test('an estimate is deleted after a question, and a failure is reported', {
  tag: '@long',
}, async ({ page, complaints, staff }) => {
  complaints.expect(/^500 DELETE .*\/api\/estimates\//);
  const repair = await staff.takeIn({ customerName: 'Maria Goeppert' });
  await staff.sendEstimate(repair, 75.5);
  await page.goto('/?sub=estimates');
  const card = estimateCard(page, repair.ticketNumber);
  const asked = question(page, 'Delete the estimate of $75.50 for Maria Goeppert?');
  await chooseFromMenu(card, 'Delete');
  await expect(button(asked, 'Cancel')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(asked).toBeHidden();
  expect((await staff.repair(repair.ticketNumber)).estimates).toHaveLength(1);

  await chooseFromMenu(card, 'Delete');
  const undo = await answerWith(page, 'DELETE', /\/api\/estimates\//, 'internal');
  await button(asked, 'Delete').click();
  await expectRefusal(page, 'Delete failed', 'Could not delete estimate');
  await undo();
  await button(asked, 'Delete').click();
  await expectToast(page, 'Estimate deleted');
  await expect(card).toBeHidden();
  expect((await staff.repair(repair.ticketNumber)).estimates).toEqual([]);
});

async function openTicket(page: Page, { ticketNumber }: Repair): Promise<Locator> {
  await repairCard(page, ticketNumber).getByRole('link', { name: ticketNumber }).click();
  const details = dialog(page, ticketNumber);
  await expect(button(details, 'More')).toBeVisible();
  return details;
}

test('a repair whose deletion fails is off the screen while the failure is shown, and comes back if it is still there', {
  tag: '@long',
}, async ({ page, complaints, staff }) => {
  complaints.expect(/^(50[0-9]|failed) DELETE .*\/api\/repairs\//, /^failed GET .*\/api\//);
  complaints.tolerate(/^failed GET .*\/(assets|webhooks)\//);
  // Its ticket is still open when the news of the deletion comes.
  complaints.tolerate(/^404 GET .*\/api\/repairs\/WH/);
  const [kept, gone] = [await staff.takeIn(), await staff.takeIn()];
  await page.goto('/?tab=repairs');
  const [keptCard, goneCard] = [kept, gone].map((each) => repairCard(page, each.ticketNumber));
  if (keptCard === undefined || goneCard === undefined) throw new Error('No cards');

  // The answer is lost on the way, so the repair might still be there, but it is not.
  const path = /\/api\/repairs\/WH/;
  await page.route(path, async (route) => {
    if (route.request().method() === 'DELETE') {
      await route.fetch();
      await route.abort('failed');
    } else await route.fallback();
  });
  await chooseFromMenu(await openTicket(page, gone), 'Delete');
  await button(question(page, /^Delete repair/), 'Delete').click();
  await expectToast(
    page,
    'Database deletion failed',
    'Repair was removed locally but may still exist in database',
  );
  await expect(goneCard).toBeHidden();
  await expect(keptCard).toBeVisible();
  await page.unroute(path);

  // The call never arrives, so the repair is still there, and is shown as soon as anybody answers.
  const details = await openTicket(page, kept);
  await answerWith(page, 'DELETE', path, 'nothing');
  const undo = await answerWith(page, 'GET', /\/api\/(?!events)/, 'nothing');
  await chooseFromMenu(details, 'Delete');
  await button(question(page, /^Delete repair/), 'Delete').click();
  await expectRefusal(page, 'Database deletion failed', 'may still exist in database');
  await expect(keptCard).toBeHidden();
  await undo();
  await staff.takeIn();
  await expect(keptCard).toBeVisible();
  const left = (await staff.repairs()).map(({ ticketNumber }) => ticketNumber);
  expect(left).toContain(kept.ticketNumber);
  expect(left).not.toContain(gone.ticketNumber);
  await page.unroute(path);

  // The server answers that it was not done: other news does not bring it back while that is said.
  for (const answer of ['internal', 'unavailable', 'a page from something in between'] as const) {
    const undoAnswer = await answerWith(page, 'DELETE', path, answer);
    await chooseFromMenu(await openTicket(page, kept), 'Delete');
    await button(question(page, /^Delete repair/), 'Delete').click();
    await expectToast(
      page,
      'Database deletion failed',
      'Repair was removed locally but may still exist in database',
    );
    // Reading it keeps it there.
    await toast(page).hover();
    const news = await staff.takeIn();
    await expect(repairCard(page, news.ticketNumber)).toBeVisible();
    await expect(keptCard).toBeHidden();
    await expect(toast(page)).toBeVisible();
    await button(toast(page), 'Close notification').click();
    await expect(keptCard).toBeVisible();
    await undoAnswer();
  }

  // The connection is silent until the call is given up.
  await page.evaluate(() => {
    AbortSignal.timeout = () => AbortSignal.abort(new DOMException('Silent', 'TimeoutError'));
  });
  await chooseFromMenu(await openTicket(page, kept), 'Delete');
  await button(question(page, /^Delete repair/), 'Delete').click();
  await expectRefusal(page, 'Database deletion failed', 'may still exist in database');
});
