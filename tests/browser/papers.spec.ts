import type { Page } from '@playwright/test';
import { areaNames } from '../../domain/condition.ts';
import { limits } from '../../domain/field-list.ts';
import { maxCheckLines } from '../../domain/final-check.ts';
import { maxLines } from '../../domain/price-lines.ts';
import { button, chooseFromMenu, dialog } from './locators.ts';
import { printedPages } from './printed-pages.ts';
import { often, recordPrints } from './prints.ts';
import { startProduct } from './product.ts';
import { expect, loggedOut, test } from './shop.ts';
import { Staff } from './staff.ts';

/** Every paper with the longest of everything, on each paper it may be printed on. */

test.use({ storageState: loggedOut });

const inch = 96;

/** In inches. */
const letter = { width: 8.5, height: 11 };
const a4 = { width: 210 / 25.4, height: 297 / 25.4 };
const label = { width: 4, height: 6 };

type Paper = typeof letter | null;

/** The paper that the style sheet asks for. */
const own: Paper = null;

/** What the style sheet leaves free on both sides, in inches; on a label perhaps less. */
const sideMargins = (popup: Page, isLabel: boolean) =>
  popup.evaluate((onLabel) => {
    const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
    const narrow = rules.flatMap((rule) =>
      rule instanceof CSSMediaRule ? [...rule.cssRules] : [],
    );
    const isPage = (rule: CSSRule) => rule instanceof CSSPageRule;
    const pages = (onLabel && narrow.some(isPage) ? narrow : rules).filter(isPage);
    const margins = pages.flatMap(({ style }) => [style.marginLeft, style.marginRight]);
    const inches = (margin: string) =>
      (Number.parseFloat(margin) || 0) / (margin.endsWith('mm') ? 25.4 : 1);
    return margins.reduce((sum, margin) => sum + inches(margin), 0);
  }, isLabel);

/** How far anything reaches beyond the sides, in CSS pixels. A code's blank border may. */
const overreach = (popup: Page) =>
  popup.evaluate(() => {
    const parts = [...document.querySelectorAll('.print-sheet :not(.ticket-code, .ticket-code *)')];
    const boxes = parts.map((part) => part.getBoundingClientRect());
    return Math.ceil(
      Math.max(...boxes.map(({ left, right }) => Math.max(-left, right - innerWidth))),
    );
  });

/** @returns how many pages it takes; nothing is cut off at their sides */
async function pagesOn(popup: Page, paper: Paper): Promise<number> {
  await popup.emulateMedia({ media: 'print' });
  const pdf = await popup.pdf(
    paper
      ? { width: `${paper.width}in`, height: `${paper.height}in` }
      : { preferCSSPageSize: true },
  );
  const pages = printedPages(pdf);
  const width = (pages[0]?.width ?? 0) / 72 - (await sideMargins(popup, paper === label));
  // Taller than anything printed, so that no scroll bar takes room.
  await popup.setViewportSize({ width: Math.ceil(width * inch), height: 20_000 });
  expect(await overreach(popup)).toBeLessThanOrEqual(0);
  return pages.length;
}

const long = (words: string, letters: number) => words.repeat(letters).slice(0, letters).trim();

test('nothing is cut off on any paper, whatever is on it', { tag: '@long' }, async ({
  browser,
  complaints,
}) => {
  test.slow();
  // Its own shop, because of the settings and the lists.
  const shop = await startProduct();
  const staff = await Staff.logIn(shop.url, shop.password);
  const context = await browser.newContext({
    baseURL: shop.url,
    storageState: staff.browserState(),
  });
  await complaints.watch(context);
  const prints = await recordPrints(context);
  const page = await context.newPage();
  await staff.changeSettings({
    taxThousandths: 8_875,
    ticket: { printsReadyBy: true, terms: long('Storage fees may apply. ', limits.terms) },
    finalCheck: Array.from({ length: maxCheckLines }, (_, at) =>
      long(`${at} Time and date set, `, limits.checkLine),
    ),
  });

  const watch = {
    watchBrand: long('Vacheron ', limits.watch),
    watchModel: long('M', limits.watch),
    reference: long('214270-', limits.reference),
    caliber: long('W', limits.caliber),
    serialNumber: long('V6Z4', limits.serialNumber),
    movementSerial: long('36218845', limits.serialNumber),
  };
  const earlier = await staff.finish({ ...watch, issue: 'New crystal' });
  const repair = await staff.takeIn({
    ...watch,
    customerName: long('Maximiliane ', limits.name),
    customerCompany: long('Saint-Aubin ', limits.name),
    customerAddress: long('2217 Esplanade Avenue, ', limits.address),
    issue: long('Runs slow and stops at night. ', limits.issue),
    theirReference: long('JC-', limits.reference),
    expectedOn: '2027-12-31',
    condition: {
      areas: Object.fromEntries(
        areaNames.map((area) => [
          area,
          { state: 'damaged', note: long('deep scratch ', limits.conditionNote) },
        ]),
      ),
      accessories: long('Box, papers, ', limits.accessories),
      statedValue: 999_999.99,
      doNotPolish: true,
    },
  });
  const { ticketNumber } = repair;
  await staff.answerWatch(repair, [earlier]);
  const lines = Array.from({ length: maxLines }, (_, at) => ({
    kind: 'labor' as const,
    description: long(`${at} Clean, oil, regulate `, limits.lineDescription),
    quantity: 99,
    unitPrice: 300,
    isTaxable: at % 2 === 0,
    warrantyDays: 3650,
  }));
  await staff.sendEstimate(repair, maxLines * 99 * 300, { lines });
  await staff.reply(repair, `ACCEPT ${ticketNumber}`);
  for (let count = 0; count < 5; count += 1) {
    await staff.takePayment(repair, { kind: 'deposit', amount: 99_999.99 });
  }
  for (const { description } of lines) {
    await staff.addWarranty(repair, { what: description, days: 3650 });
    await staff.addPart(repair, {
      ...{ description, supplier: long('Jules Borel ', limits.supplier), cost: 999_999.99 },
      ...{
        number: long('H-', limits.partNumber),
        orderedOn: '2026-01-02',
        expectedOn: '2026-01-05',
      },
    });
  }
  await staff.addSending(repair, {
    sentTo: long('W', limits.sentTo),
    reference: long('KD-', limits.reference),
    work: long('Refinish the dial. ', limits.notes),
    ...{ carrier: long('USPS ', limits.carrier), trackingNumber: long('7', limits.trackingNumber) },
    ...{ insuredValue: 999_999.99, sentOn: '2026-01-02', expectedOn: '2026-01-05' },
  });
  const wide = { rate: -999.9, amplitude: 359.5, beatError: 9.9 };
  const positions = { CH: wide, FH: wide, '6H': wide, '9H': wide, '3H': wide, '12H': wide };
  for (const stage of ['before', 'after', 'after-24h'] as const) {
    await staff.addMeasurement(repair, {
      ...{ stage, measuredOn: '2026-11-25', instrument: long('W', limits.instrument) },
      timing: { liftAngle: 52, beatsPerHour: 28_800, positions },
    });
  }

  const ticket = dialog(page, ticketNumber);
  const sendings = ticket.getByRole('region', { name: 'Sent out', exact: true });
  const show = () => page.goto(`/?tab=search&ticket=${ticketNumber}`);

  const counts: Record<string, number[]> = {};

  /** Prints, and counts the pages on each paper. */
  async function print(name: string, press: () => Promise<void>, papers: readonly Paper[]) {
    const before = prints.length;
    const [popup] = await Promise.all([page.waitForEvent('popup'), press()]);
    await expect.poll(() => prints.length, often).toBe(before + 1);
    await expect(button(popup, 'Print again')).toBeVisible();
    counts[name] = [];
    for (const paper of papers) counts[name].push(await pagesOn(popup, paper));
    await popup.close();
  }

  const receipt = (item: string) => async () => {
    await button(ticket, 'Receipt').click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const slip = () => chooseFromMenu(sendings, 'Print packing slip');
  const all = [letter, a4, label];
  await show();
  await print('ticket', () => button(ticket, 'Print ticket').click(), [own]);
  await print('claim check', () => button(ticket, 'Print claim check').click(), all);
  await print('estimate', () => button(ticket, 'Estimate on paper').click(), all);
  await print('receipt', receipt('Print on letter paper'), [own]);
  await print('receipt on a roll', receipt('Print on 80 mm paper'), [own]);
  await print('packing slip', slip, all);
  await button(ticket, 'More').click();
  await page.getByRole('menuitem', { name: 'Print bag label' }).click();
  await print('bag label', () => button(dialog(page, 'Print bag label'), 'Print').click(), [own]);
  for (const [section, name] of [
    ['parts', 'Parts on order'],
    ['sendings', 'Sent out'],
  ] as const) {
    await page.goto(`/?tab=shop&section=${section}`);
    const list = page.getByRole('region', { name, exact: true });
    await print(name, () => button(list, 'Print').click(), all);
  }

  const [technician] = await staff.technicians();
  await staff.assign(repair, technician?.id ?? '');
  await staff.complete(repair, long('Full service, mainspring. ', limits.notes));
  await staff.collect(repair, 'Anne-Laure');
  await show();
  await print('record', () => button(ticket, 'Measurement record').click(), all);
  await print('card', () => button(ticket, 'Warranty card').click(), all);
  await ticket.getByRole('link', { name: 'All repairs of this watch' }).click();
  const passport = page.getByRole('tabpanel', { name: 'Watch' });
  await print('passport', () => button(passport, 'Print').click(), all);
  // What doesn't fit continues on further pages.
  expect(counts).toEqual({
    ticket: [1],
    'claim check': [4, 4, 7],
    estimate: [6, 6, 24],
    receipt: [4],
    'receipt on a roll': [1],
    'packing slip': [1, 1, 4],
    'bag label': [1],
    'Parts on order': [10, 8, 31],
    'Sent out': [1, 1, 3],
    record: [2, 2, 7],
    card: [2, 2, 4],
    passport: [2, 2, 4],
  });
  await context.close();
  await shop.stop();
});
