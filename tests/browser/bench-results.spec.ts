import type { Locator, Page } from '@playwright/test';
import { limits } from '../../domain/field-list.ts';
import { press } from './condition.ts';
import { button, dialog, field } from './locators.ts';
import { phone } from './measures.ts';
import { printedPages } from './printed-pages.ts';
import { often, recordPrints } from './prints.ts';
import { startProduct } from './product.ts';
import { expect, test } from './shop.ts';
import { Staff } from './staff.ts';

/** What the bench measured: typed through with Tab, pasted, changed by two at once, and printed. */

const cell = (within: Locator, position: string, value: string) =>
  within.getByRole('textbox', { name: new RegExp(`^${position}, .*: ${value}$`) });

const figure = (within: Locator, label: string) =>
  within.getByRole('row', { name: new RegExp(`^${label}`) });

/** As a spreadsheet puts it onto the clipboard. */
const pasteInto = (target: Locator, text: string) =>
  target.evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);

const messages = (page: Page) => page.getByRole('region', { name: 'Notifications' });

const choose = (within: Locator, name: string) =>
  press(within.getByRole('radio', { name, exact: true }));

const openBench = async (page: Page, ticketNumber: string) => {
  await page.goto(`/?tab=search&ticket=${ticketNumber}`);
  const ticket = dialog(page, ticketNumber);
  await expect(ticket.getByText('No measurements yet.')).toBeVisible();
  return ticket;
};

test('timing is typed with Tab or pasted, and its figures show at once; quartz and pressure are beside it', {
  tag: '@long',
}, async ({ page, staff }) => {
  const earlier = await staff.takeIn();
  const positions = { CH: { rate: 1, amplitude: null, beatError: null } };
  await staff.addMeasurement(earlier, {
    ...{ caliber: 'Élan 3132', measuredOn: '2026-01-05' },
    timing: { liftAngle: 53.5, beatsPerHour: 21_600, positions },
  });
  const repair = await staff.takeIn({ caliber: 'elan 3132' });
  const ticket = await openBench(page, repair.ticketNumber);
  await button(ticket, 'Measurement').click();
  const adding = dialog(page, 'Add a measurement');
  await button(adding, 'Save').click();
  await expect(adding.getByRole('alert').last()).toContainText(
    'Enter at least one value for a position.',
  );
  // The shop's own last measurement of the watch's caliber, not a reference table.
  await expect(field(adding, 'Caliber')).toHaveValue('elan 3132');
  await expect(field(adding, 'Lift angle, °')).toHaveValue('53.5');
  await expect(field(adding, 'Beats per hour')).toHaveValue('21600');
  await expect(adding).toContainText(`Last used for this caliber: ${earlier.ticketNumber}`);
  await field(adding, 'Lift angle, °').fill('52');

  await cell(adding, 'CH', 'Rate').click();
  for (const value of ['10', '251', '0.8', '8', '248', '0.9', '-1', '214', '0.9']) {
    await page.keyboard.type(value);
    await page.keyboard.press('Tab');
  }
  await expect(cell(adding, '9H', 'Rate')).toBeFocused();
  await expect(figure(adding, 'Mean rate X')).toContainText('+5.7');
  // What is still proposed says where it comes from, so nothing moves at the first key.
  await expect(adding).toContainText('Last used for this caliber');
  await page.keyboard.type('fast');
  await page.keyboard.press('Enter');
  await expect(cell(adding, '3H', 'Rate')).toBeFocused();
  await button(adding, 'Save').click();
  await expect(adding).toContainText(
    '9H rate must be a number from −999.9 to 999.9 with at most 3 decimals',
  );
  await expect(cell(adding, '9H', 'Rate')).toBeFocused();
  const rates = '−15\t208\t1.1\n+14\t219\t0.8\n3\t–\t–';
  await pasteInto(cell(adding, '9H', 'Rate'), `${rates}\t7`);
  await expect(adding).toContainText('This has 4 columns of values, but there is room for only 3');
  await expect(cell(adding, '9H', 'Rate')).toHaveValue('fast');
  await pasteInto(cell(adding, '9H', 'Rate'), rates);
  await expect(cell(adding, '12H', 'Amplitude')).toHaveValue('');
  await expect(figure(adding, 'Mean rate X')).toContainText('+3.2');
  await expect(figure(adding, 'Greatest difference D')).toContainText('29.0');
  await expect(figure(adding, 'Vertical − horizontal')).toContainText('−8.8');
  await expect(figure(adding, 'Mean amplitude')).toContainText('228.0');
  await button(adding, 'Save').click();
  await expect(adding).toBeHidden();
  await expect(ticket.getByRole('img', { name: /^Rate by position/ })).toHaveAccessibleName(
    /Before: CH \+10\.0, FH \+8\.0, 6H −1\.0, 9H −15\.0, 3H \+14\.0, 12H \+3\.0\.$/,
  );
  await expect(figure(ticket, 'Mean rate X')).toContainText('+3.2');

  // On a phone, by the names of the positions, beside what it was before.
  await page.setViewportSize(phone);
  await button(ticket, 'Measurement').click();
  await expect(adding.getByRole('radio', { name: 'After, 0 h' })).toBeChecked();
  await expect(field(adding, 'Caliber')).toHaveValue('elan 3132');
  const box = await cell(adding, 'CH', 'Rate').boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await pasteInto(cell(adding, 'FH', 'Rate'), 'Position\tRate\nDU\t4\nDD\t3\nCR\t-1');
  await button(adding, 'Save').click();
  await expect(adding).toBeHidden();
  await expect(figure(ticket, 'Mean rate X')).toContainText('+3.2+2.0');

  await button(ticket, 'Measurement').click();
  await choose(adding, 'Quartz');
  await field(adding, 'Consumption, µA').fill('1.1');
  await field(adding, 'Battery, V').fill('full');
  await field(adding, 'Rate').fill('+0.3');
  await button(adding, 'Save').click();
  await expect(adding).toContainText('Battery must be a number from 0 to 9.999');
  await field(adding, 'Battery, V').fill('1.56 V');
  await button(adding, 'Save').click();
  await expect(ticket).toContainText('1.1 µA, 1.56 V, +0.3 s/d (+9 s/month)');

  await button(ticket, 'Measurement').click();
  await choose(adding, 'Pressure');
  await field(adding, 'Pressure, bar').fill('-0.7');
  await field(adding, 'Reading').fill('0.04');
  await field(adding, 'Limit').fill('0.1');
  await button(adding, 'Save').click();
  await expect(adding).toContainText('Choose pass or fail');
  await expect(adding.getByRole('radio', { name: 'Pass', exact: true })).toBeFocused();
  await choose(adding, 'Pass');
  await button(adding, 'Add a step').click();
  await button(adding, 'Remove step 2').click();
  await button(adding, 'Save').click();
  await expect(ticket).toContainText('Dry, −0.7 bar: 0.04 µm, limit 0.1 µm, pass');

  // Removed by mistake, and restored.
  await button(ticket, 'Remove Pressure, before').click();
  await expect(button(ticket, 'Remove Pressure, before')).toBeHidden();
  await button(messages(page), 'Undo').click();
  await expect(button(ticket, 'Remove Pressure, before')).toBeVisible();
  await expect(ticket).toContainText('Pressure, before: removed');
});

test('if two people change the same reading, both versions are shown', { tag: '@long' }, async ({
  page,
  complaints,
  staff,
}) => {
  complaints.expect(/^412 PATCH .*\/api\/measurements\//);
  const repair = await staff.takeIn();
  const ticket = await openBench(page, repair.ticketNumber);
  const reading = { rate: 4, amplitude: 290, beatError: 0.1 };
  const timing = { liftAngle: null, beatsPerHour: null, positions: { CH: reading } };
  const { id } = await staff.addMeasurement(repair, { timing });
  await button(ticket, 'Edit Timing, before').click();
  const editing = dialog(page, 'Timing, before');
  await cell(editing, 'CH', 'Rate').fill('5');
  await staff.changeMeasurement(id, {
    instrument: 'New microphone',
    timing: { ...timing, positions: { CH: { ...reading, rate: 6 } } },
  });
  await button(editing, 'Save').click();
  await expect(editing).toContainText('Someone else changed this while you were editing it.');
  await expect(editing).toContainText('Also changed by someone else: Instrument');
  const other = editing.getByRole('group', { name: 'Other version of CH rate' });
  await expect(other).toContainText('Saved version 6');
  await button(other, 'Use this').click();
  await expect(cell(editing, 'CH', 'Rate')).toHaveValue('6');
  await button(other, 'Use this').click();
  await button(editing, 'Save').click();
  await expect(editing).toBeHidden();
  await expect(ticket).toContainText('New microphone');
  await expect(ticket).toContainText('CH: +6 s/d, 290°, 0.1 ms → +5 s/d, 290°, 0.1 ms');
});

test('the final check is filled in at completion, and printed with the measurements', {
  tag: '@long',
}, async ({ browser, complaints }) => {
  // Its own shop, because the boxes would show in every other test's completions.
  const own = await startProduct();
  const staff = await Staff.logIn(own.url, own.password);
  const context = await browser.newContext({
    baseURL: own.url,
    storageState: staff.browserState(),
  });
  await complaints.watch(context);
  const prints = await recordPrints(context);
  const page = await context.newPage();
  const repair = await staff.takeIn({
    watchBrand: 'Vacheron '.repeat(11),
    watchModel: 'M'.repeat(limits.watch),
  });
  const { ticketNumber } = repair;
  const [technician] = await staff.technicians();
  await staff.assign(repair, technician?.id ?? '');
  await page.goto(`/?tab=search&ticket=${ticketNumber}`);
  const ticket = dialog(page, ticketNumber);
  await button(ticket, 'Complete').click();
  const completing = dialog(page, 'Complete repair');
  await expect(completing.getByRole('group', { name: 'Final check' })).toBeHidden();
  await button(completing, 'Close').click();

  await page.goto('/?tab=shop&page=tickets');
  const settings = page.getByRole('region', { name: 'Settings' });
  const lines = Array.from({ length: 10 }, (_, at) => `${at} ${'W'.repeat(limits.checkLine - 2)}`);
  await settings
    .getByRole('textbox', { name: 'Final check' })
    .fill(`${lines.join('\n')}\nOne more`);
  await button(settings, 'Save').click();
  await expect(settings).toContainText('The final check can have at most 10 lines');
  await settings.getByRole('textbox', { name: 'Final check' }).fill(lines.join('\n'));
  await button(settings, 'Save').click();
  await expect(messages(page)).toContainText('Settings saved');

  const wide = { rate: -999.9, amplitude: 359.5, beatError: 9.9 };
  const readings = { CH: wide, FH: wide, '6H': wide, '9H': wide, '3H': wide, '12H': wide };
  for (const stage of ['before', 'after', 'after-24h'] as const) {
    await staff.addMeasurement(repair, {
      ...{ stage, measuredOn: '2026-11-25', instrument: 'W'.repeat(limits.instrument) },
      caliber: 'W'.repeat(limits.caliber),
      timing: { liftAngle: 52, beatsPerHour: 28_800, positions: readings },
    });
  }
  const step = { method: 'dry', pressure: 10, reading: 0.06, limit: 0.1, hasPassed: true } as const;
  await staff.addMeasurement(repair, {
    ...{ kind: 'pressure', stage: 'after', pressure: { steps: [step, step, step] } },
  });
  await page.goto(`/?tab=search&ticket=${ticketNumber}`);
  await button(ticket, 'Complete').click();
  await field(completing, 'Completion notes').fill('Full service, mainspring, gaskets');
  await completing.getByRole('checkbox', { name: /^0 W/ }).check();
  await button(completing, 'Mark complete').click();
  await expect(completing).toBeHidden();
  await expect(ticket).toContainText(`${lines[1]}, not checked`);

  const opening = page.waitForEvent('popup');
  await button(ticket, 'Measurement record').click();
  const popup = await opening;
  const paper = popup.getByRole('article');
  await expect(paper).toContainText(`Measurement record ${ticketNumber}`);
  await expect(paper).toContainText('Measurements only; no claim to meet any standard.');
  await expect(paper).toContainText(`☒ ${lines[0]}`);
  await expect(paper).toContainText(`☐ ${lines[1]}, not checked`);
  await expect(paper).toContainText('Full service, mainspring, gaskets');
  await expect(paper).toContainText('Dry, 10 bar: 0.06 µm, limit 0.1 µm, pass');
  await expect(paper.getByRole('img', { name: /^Rate by position/ })).toBeVisible();
  await expect(paper).not.toContainText(/ISO|certif|passed/i);
  await expect.poll(() => prints.at(-1)?.title, often).toBe(`Measurement record ${ticketNumber}`);
  // The longest lines need a second page.
  const pagesOf = async (format: string) => printedPages(await popup.pdf({ format })).length;
  expect([await pagesOf('Letter'), await pagesOf('A4')]).toEqual([2, 2]);
  await popup.close();

  const usual = await staff.takeIn();
  const values = { rate: 4, amplitude: 292, beatError: 0.1 };
  await staff.addMeasurement(usual, {
    timing: { liftAngle: 52, beatsPerHour: 28_800, positions: { CH: values, '9H': values } },
  });
  await page.goto(`/?tab=search&ticket=${usual.ticketNumber}`);
  const openingUsual = page.waitForEvent('popup');
  await button(dialog(page, usual.ticketNumber), 'Measurement record').click();
  const usualPopup = await openingUsual;
  await expect
    .poll(() => prints.at(-1)?.title, often)
    .toBe(`Measurement record ${usual.ticketNumber}`);
  for (const format of ['Letter', 'A4']) {
    expect(printedPages(await usualPopup.pdf({ format })), format).toHaveLength(1);
  }
  await context.close();
  await own.stop();
});
