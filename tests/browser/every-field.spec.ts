import type { Locator, Page } from '@playwright/test';
import { addDays, dateIn } from '../../domain/calendar-date.ts';
import type { Condition } from '../../domain/condition.ts';
import type { FieldKind } from '../../domain/field-kinds.ts';
import { fieldParts, printedText, typedText } from '../../domain/field-list.ts';
import {
  type RepairFieldName,
  type RepairValues,
  repairFieldNames,
  repairFields,
} from '../../domain/repair-fields.ts';
import { sampleValues } from '../harness/field-samples.ts';
import { enterCondition } from './condition.ts';
import { button, chooseFromMenu, createRepair, dialog, field } from './locators.ts';
import { recordPrints } from './prints.ts';
import { expect, test } from './shop.ts';
import { newPhone } from './staff.ts';
import { expectToast } from './toasts.ts';

/** The screens show, accept and print every field of the list, including fields that do not exist yet. */

const fill = (within: Page | Locator, name: RepairFieldName, values: RepairValues) =>
  field(within, repairFields[name].label).fill(typedText(repairFields[name], values[name]));

const filling: Record<FieldKind, typeof fill> = {
  line: fill,
  text: fill,
  phone: fill,
  price: fill,
  date: fill,
  flag: (within, name, values) =>
    field(within, repairFields[name].label).setChecked(values[name] as unknown as boolean),
  language: (within, name, values) =>
    field(within, repairFields[name].label)
      .selectOption(typedText(repairFields[name], values[name]))
      .then(() => undefined),
  condition: (within, name, values) => enterCondition(within, values[name] as unknown as Condition),
};

async function fillAll(within: Page | Locator, values: RepairValues): Promise<void> {
  for (const name of repairFieldNames) {
    await filling[repairFields[name].kind](within, name, values);
  }
}

/** Dates can only be promised for days to come. */
const valuesOf = (round: 1 | 2): RepairValues => ({
  ...sampleValues(repairFields, round),
  expectedOn: addDays(dateIn(Date.now(), 'America/New_York'), 10 * round),
});

const plain = (text: string) => text.replace(/\s+/g, ' ');

test('every field of a ticket is typed, shown, printed, edited, and shown in the history', async ({
  page,
  context,
  staff,
}) => {
  test.slow();
  await recordPrints(context);
  const [first, second] = [valuesOf(1), valuesOf(2)];
  await page.goto('/?tab=new-repair');
  await field(page, 'Customer name').fill('Wilhelmina Stade');
  await field(page, 'Email').fill('mary@mail.example');
  await field(page, 'Phone').fill(newPhone());
  await button(page, 'Company, reference, texts').click();
  await button(page, 'Add reference, movement or caliber').click();
  await button(page, 'Add another person').click();
  await expect(field(page, 'Second contact')).toBeFocused();
  await fillAll(page, first);
  const ticketNumber = await createRepair(page);
  expect((await staff.repair(ticketNumber)).repair).toMatchObject(first);

  await staff.changeSettings({ ticket: { printsReadyBy: true, terms: null } });
  try {
    await page.goto(`/?ticket=${ticketNumber}`);
    const details = dialog(page, ticketNumber);
    const opening = page.waitForEvent('popup');
    await button(details, 'Print ticket').click();
    const paper = plain((await (await opening).getByRole('article').innerText()) ?? '');
    for (const name of repairFieldNames) {
      const { printedAs } = repairFields[name];
      const text = plain(printedText(repairFields[name], first[name]) ?? '');
      // Brand and model share a line; any other field without a line of its own is not printed.
      const isThere = printedAs !== null || name === 'watchBrand' || name === 'watchModel';
      expect([name, paper.includes(text)]).toEqual([name, isThere]);
      if (printedAs !== null) expect(paper).toContain(printedAs);
    }

    for (const name of repairFieldNames) {
      for (const { text } of fieldParts(repairFields[name], first[name])) {
        // A date in the current year is shown without the year.
        const shown = repairFields[name].kind === 'date' ? text.replace(/, \d{4}$/, '') : text;
        await expect(details, name).toContainText(plain(shown));
      }
    }

    await chooseFromMenu(details, 'Edit');
    await fillAll(details.locator('form', { has: field(page, 'Watch brand') }), second);
    await button(details, 'Save').click();
    await expectToast(page, /Repair updated|Promised date changed/);
    expect((await staff.repair(ticketNumber)).repair).toMatchObject(second);
    const history = details.getByRole('list', { name: 'History' });
    for (const name of repairFieldNames) {
      const before = fieldParts(repairFields[name], first[name]);
      for (const [at, { label, text }] of fieldParts(repairFields[name], second[name]).entries()) {
        await expect(history).toContainText(plain(`${label}: ${before[at]?.text ?? ''} → ${text}`));
      }
    }
  } finally {
    await staff.changeSettings({ ticket: { printsReadyBy: false, terms: null } });
  }
});
