import type { Locator } from '@playwright/test';
import { limits } from '../../domain/field-list.ts';
import { answer, press } from './condition.ts';
import { loseAnswer } from './held-answers.ts';
import {
  button,
  chooseFromMenu,
  dialog,
  estimateCard,
  field,
  question,
  repairCard,
  repairRow,
} from './locators.ts';
import { desk, expectInOneRow } from './measures.ts';
import { printedPages } from './printed-pages.ts';
import { often, recordPrints } from './prints.ts';
import { scan } from './scans.ts';
import { expect, test } from './shop.ts';
import { expectToast } from './toasts.ts';

/** Estimates that customers are given without a text, and what they approve beforehand. */

const choose = (within: Locator, legend: 'Given' | 'Answer', name: string) =>
  press(answer(within, legend, name));

test('a price given by phone and accepted is recorded in three presses, and answered later like any other', async ({
  page,
  complaints,
  staff,
}) => {
  complaints.expect(/^failed POST .*\/estimates\/recorded/);
  const first = await staff.takeIn({ customerName: 'Ottilie Brandt' });
  await page.goto(`/?sub=estimates&ticket=${first.ticketNumber}`);
  const ticket = dialog(page, first.ticketNumber);
  // What can be done is in one row, the two ways to give a price side by side.
  await expectInOneRow(ticket, ['Send estimate', 'Record estimate', 'Assign', 'Print ticket']);
  let presses = 0;
  const count = async (pressing: Promise<void>) => {
    await pressing;
    presses += 1;
  };
  await count(button(ticket, 'Record estimate').click());
  const recording = dialog(page, 'Record estimate');
  await expect(field(recording, 'Estimate amount')).toBeFocused();
  await page.keyboard.type('310');
  await count(choose(recording, 'Answer', 'Accepted'));
  await loseAnswer(page, /\/estimates\/recorded$/);
  await count(button(recording, 'Record $310.00 as accepted').click());
  expect(presses).toBeLessThanOrEqual(3);
  // The answer was lost: what the ticket says by now is this estimate, and another press is the same one.
  await expect(recording.getByRole('alert')).toContainText('can’t be reached');
  await expect(page.locator('body')).toContainText('$310.00 by phone, accepted');
  await expect(recording.getByRole('alert')).toContainText('can’t be reached');
  await button(recording, 'Record $310.00 as accepted').click();
  await expectToast(page, 'Estimate recorded: $310.00');
  await expect(ticket.getByRole('list', { name: 'At a glance' })).toContainText(
    '$310.00 by phone, accepted',
  );
  await expect(button(ticket, 'Assign')).toBeVisible();
  const { messages } = await staff.repair(first.ticketNumber);
  expect(messages.filter(({ kind }) => kind !== 'created')).toEqual([]);

  // What is wrong is said at its field, and nothing is recorded.
  const second = await staff.takeIn({ customerName: 'Casimir Wolff' });
  await scan(page, second.ticketNumber);
  await button(dialog(page, second.ticketNumber), 'Record estimate').click();
  for (const wrong of ['', '12.345']) {
    await field(recording, 'Estimate amount').fill(wrong);
    await recording.getByRole('button', { name: /^Record / }).click();
    await expect(field(recording, 'Estimate amount')).toHaveAccessibleDescription(
      /Please enter (an|a valid) estimate amount/,
    );
  }
  await field(recording, 'Estimate amount').fill('95');
  await choose(recording, 'Given', 'In person');
  await button(recording, 'Record $95.00').click();
  await expectToast(page, 'Estimate recorded: $95.00');

  // An ACCEPT that is texted is left to staff.
  await staff.reply(second, 'ACCEPT');
  await page.goto('/?sub=estimates&attention=all');
  const card = estimateCard(page, second.ticketNumber);
  await expect(card).toContainText('in person');
  const attention = page.getByRole('listitem').filter({
    hasText: 'The customer answered by text, but the open estimate was not texted to them.',
  });
  await expect(attention.first()).toContainText(second.ticketNumber);
  await button(card, 'Accepted').click();
  await button(dialog(page, /^Record/), 'Record as accepted').click();
  await expect(dialog(page, 'Recorded as accepted')).toBeVisible();
});

const letter = { width: 612, height: 792 };

test('above what the customer approved an estimate comes first, here on paper for a phone that gets no texts', {
  tag: '@long',
}, async ({ page, context, complaints, staff }) => {
  complaints.tolerate(/^failed \w+ .*\/(api|assets)\//);
  const prints = await recordPrints(context);
  const repair = await staff.takeIn({
    customerName: 'N'.repeat(limits.name),
    customerAddress: `${'12 Harbor Street\n'.repeat(20)}${'A'.repeat(100)}`,
    // No area code that can be texted.
    customerPhone: '(123) 456-7890',
    watchBrand: 'Vacheron '.repeat(11),
    watchModel: 'M'.repeat(limits.watch),
    issue: 'Restore dial and hands, keep what is original. '.repeat(42).slice(0, limits.issue),
    repairPrice: 412.5,
    approvedUpTo: 400,
  });
  const { ticketNumber } = repair;
  const within = await staff.takeIn({ repairPrice: 60, approvedUpTo: 80 });
  await page.setViewportSize(desk);
  await page.goto('/?tab=repairs');
  await expect(repairCard(page, within.ticketNumber)).toContainText('up to $80.00');
  await page.goto('/?sub=pending');
  await expect(repairRow(page, within.ticketNumber)).toContainText('up to $80.00 approved');
  await expect(button(repairRow(page, ticketNumber), 'Record estimate')).toBeVisible();
  await button(page.getByRole('toolbar', { name: 'Show' }), 'Above approved').click();
  await expect(repairRow(page, ticketNumber)).toBeVisible();
  await expect(repairRow(page, within.ticketNumber)).toHaveCount(0);
  const [technician] = await staff.technicians();
  await staff.assign(repair, technician?.id ?? '');
  await page.goto(`/?tab=technicians&technician=${technician?.id}`);
  await expect(page.getByText('above $400.00').first()).toBeVisible();

  await scan(page, ticketNumber);
  const ticket = dialog(page, ticketNumber);
  await expect(ticket.getByRole('list', { name: 'At a glance' })).toContainText(
    'above $400.00 approved',
  );
  await chooseFromMenu(ticket, 'Complete');
  const completing = dialog(page, 'Complete repair');
  await expect(completing).toContainText(
    '$412.50 is above the $400.00 that the customer approved. Send or record an estimate first.',
  );
  await expect(button(completing, 'Send estimate')).toBeVisible();
  await field(completing, 'Completion notes').fill('Runs again');
  await button(completing, 'Record estimate').click();
  const asked = question(page, 'Discard your changes?');
  await button(asked, 'Keep editing').click();
  await expect(field(completing, 'Completion notes')).toHaveValue('Runs again');
  await button(completing, 'Record estimate').click();
  await button(asked, 'Discard').click();

  const recording = dialog(page, /^(Record estimate|Estimate recorded)$/);
  await field(recording, 'Estimate amount').fill('999999.99');
  await field(recording, 'Work').fill('W'.repeat(limits.estimateWork));
  await choose(recording, 'Given', 'On paper');
  const record = button(recording, 'Record $999,999.99');
  await context.setOffline(true);
  const away = 'Not available while the shop’s server can’t be reached.';
  await expect.poll(() => recording.textContent(), often).toContain(away);
  await expect(record).toHaveAttribute('aria-disabled', 'true');
  await context.setOffline(false);
  await expect.poll(() => record.getAttribute('aria-disabled'), often).toBeNull();
  await record.click();
  const opening = page.waitForEvent('popup');
  await button(recording, 'Estimate on paper').click();
  const popup = await opening;
  const paper = popup.getByRole('article');
  await expect(paper).toContainText('Valid until');
  await expect(paper).toContainText('Total$999,999.99');
  await expect(paper).toContainText('Signature');
  await expect.poll(() => prints.at(-1)?.title, often).toBe(`Estimate ${ticketNumber}`);
  expect(printedPages(await popup.pdf({ format: 'Letter' }))).toEqual([letter, letter]);
  expect(printedPages(await popup.pdf({ format: 'A4' }))).toHaveLength(2);
  await popup.close();
  await button(recording, 'Done').click();
  await expect(ticket.getByRole('list', { name: 'At a glance' })).toContainText(
    '$999,999.99 on paper, awaiting response',
  );
  await expect(button(ticket, 'Estimate on paper')).toBeVisible();
});
