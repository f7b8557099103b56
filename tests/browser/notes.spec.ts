import { button, dialog, field, question, textsOf } from './locators.ts';
import { desk, phone } from './measures.ts';
import { cutOff, inAWhile, notice, reconnect, soon } from './offline-intakes.ts';
import { expect, test } from './shop.ts';
import { expectToast } from './toasts.ts';

/** Notes and calls in a ticket's conversation. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

// The shop is shared with other tests, which expect no staff.
test.afterEach(({ staff }) => staff.nameStaff());

test('a note is one press away, loses nothing, and without the server is delivered once, in order', async ({
  page,
  complaints,
  staff,
}) => {
  complaints.tolerate(/^failed \w+ .*\/api\//);
  const repair = await staff.takeIn();
  const { ticketNumber } = repair;
  await page.goto(`/?tab=search&ticket=${ticketNumber}`);
  const details = dialog(page, ticketNumber);
  const reply = field(details, 'Text to the customer');
  const composer = details.getByRole('form', { name: 'Note or call' });
  const text = composer.getByRole('textbox', { name: 'Note' });
  await page.setViewportSize(phone);
  await reply.click();
  // The button stays under the press, though the empty reply above it folds.
  await button(details, 'Note or call').click();
  await expect(text).toBeFocused();
  await page.setViewportSize(desk);
  await button(composer, 'Save').click();
  await expect(composer.getByText('Please write the note first')).toBeVisible();
  await text.fill('x'.repeat(3_000));
  await expect(composer.getByText('Note must be at most 2000 characters')).toBeVisible();
  await button(composer, 'Save').click();
  await expect(text).toHaveValue('x'.repeat(3_000));
  await text.fill('Wants the old strap back');
  // It is unsaved work, just as a half-written text is.
  await button(details, 'Close').click();
  await button(question(page, 'Discard your changes?'), 'Keep editing').click();
  await button(composer, 'Save').click();
  await expect(composer).toBeHidden();
  await expect(button(details, 'Note or call')).toBeFocused();
  await expect(textsOf(page).last()).toHaveText(/^Note · .*Wants the old strap back$/);

  // Someone who has moved on while it is being saved keeps the focus there.
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/notes', async (route) => {
    await answered;
    await route.continue();
  });
  await button(details, 'Note or call').evaluate((opener) => {
    opener.style.scrollMarginBottom = '180px';
    opener.scrollIntoView({ block: 'end' });
  });
  await button(details, 'Note or call').click();
  await expect(button(composer, 'Save')).toBeInViewport({ ratio: 1 });
  await text.fill('Paid by his sister');
  await button(composer, 'Save').click();
  await expect(button(composer, 'Cancel')).toBeDisabled();
  await reply.click();
  answer();
  await expect(composer).toBeHidden();
  await expect(reply).toBeFocused();
  await page.unrouteAll({ behavior: 'wait' });

  await staff.nameStaff([{ name: 'Maya Brooks', initials: 'MB' }]);
  const here = page.getByRole('banner').getByRole('button', { name: /: At this computer$/ });
  const choose = async (name: string) => {
    await here.click();
    await page.getByRole('menuitemradio', { name }).click();
  };
  await choose('Maya Brooks (MB)');
  await cutOff(page);
  for (const [kind, words] of [
    ['Called, no answer', ''],
    ['Spoke with customer', 'Comes on Friday'],
  ] as const) {
    await button(details, 'Note or call').click();
    await composer.getByRole('radio', { name: kind }).check();
    await text.fill(words);
    await button(composer, 'Save').click();
    await expect(composer).toBeHidden(inAWhile);
  }
  await expectToast(page, 'Saved in this browser', 'It will be sent automatically.');
  await expect(textsOf(page).last()).toContainText('Comes on FridaySaved here, not synced yet');
  await expect(notice(page)).toHaveText('2 notes in this browser only');
  await button(page, 'Logout').click();
  const leaving = question(page, 'Log out with 2 notes not synced?');
  await expect(leaving).toContainText(`Note on ${ticketNumber}`);
  await button(leaving, 'Stay logged in').click();

  // They keep the initials of the person who wrote them.
  await choose('No one');
  await reconnect(page);
  await soon(page, (quickly) => expect(notice(page)).toBeHidden(quickly));
  await expect(textsOf(page).last()).not.toContainText('not synced');
  await expect(textsOf(page).last()).toContainText('MB');
  const { notes, events, messages } = await staff.repair(ticketNumber);
  expect(notes.map(({ kind, text, initials }) => [kind, text, initials])).toEqual([
    ['note', 'Wants the old strap back', null],
    ['note', 'Paid by his sister', null],
    ['called-no-answer', null, 'MB'],
    ['spoke-with', 'Comes on Friday', 'MB'],
  ]);
  expect(events.filter(({ kind }) => kind === 'note-added')).toHaveLength(4);
  expect(messages.map(({ kind }) => kind)).toEqual(['created']);
  const history = details.getByRole('list', { name: 'History' });
  await expect(history).toContainText('Spoke with customer');
});
