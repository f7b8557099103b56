import { randomUUID } from 'node:crypto';
import { type LabelSize, labelSizes } from '../../domain/bag-label.ts';
import { button, chooseFromMenu, dialog } from './locators.ts';
import { printedPages } from './printed-pages.ts';
import { often, recordPrints } from './prints.ts';
import { expect, test } from './shop.ts';

/** In points of 1/72 inch. */
const papers: Readonly<Record<LabelSize, { width: number; height: number }>> = {
  small: { width: 2.25 * 72, height: 1.25 * 72 },
  long: { width: 3.5 * 72, height: 1.125 * 72 },
  tape: { width: (62 / 25.4) * 72, height: (38 / 25.4) * 72 },
};

const condition = {
  areas: {},
  running: null,
  hasWater: false,
  accessories: null,
  statedValue: null,
  doNotPolish: true,
  returnOldParts: false,
};

test.afterEach(({ staff }) => staff.changeSettings({ places: [] }));

test('bag labels are printed in three sizes, for the whole visit, each watch with its copies', {
  tag: '@long',
}, async ({ page, context, staff }) => {
  const prints = await recordPrints(context);
  const given = {
    customerName: 'Alexandra Wolfeschlegelsteinhausenbergerdorff-Konstantinopoulos-Whitfield',
    watchBrand: 'Vacheron Constantin',
    watchModel: 'Traditionnelle Minute Repeater Tourbillon Collection Excellence Platine',
    expectedOn: '2027-12-31',
    condition,
  };
  const first = await staff.takeIn({ ...given, visitId: randomUUID() });
  const { clientId, customerEmail, customerPhone, visitId } = first;
  const same = { clientId, customerEmail, customerPhone, visitId };
  await staff.takeIn({ ...given, ...same, watchModel: 'Overseas' });
  await staff.changeSettings({ places: ['Safe'] });
  await staff.move(first, 'Safe', null);
  await page.goto(`/?tab=search&ticket=${first.ticketNumber}`);
  const details = dialog(page, first.ticketNumber);
  for (const [printed, size] of (Object.keys(papers) as LabelSize[]).entries()) {
    await chooseFromMenu(details, 'Print bag label');
    const choosing = dialog(page, 'Print bag label');
    await choosing.getByRole('radio', { name: labelSizes[size] }).check();
    await choosing.getByRole('radio', { name: '2', exact: true }).check();
    const opening = page.waitForEvent('popup');
    await button(choosing, 'Print').click();
    const popup = await opening;
    await expect.poll(() => prints, often).toHaveLength(printed + 1);
    await expect(button(popup, 'Print again')).toBeVisible();
    await popup.emulateMedia({ media: 'print' });
    const labels = popup.getByRole('article');
    await expect(labels).toHaveCount(4);
    const label = labels.first();
    await expect(label.getByRole('heading')).toHaveText(first.ticketNumber);
    await expect(label.locator('svg path')).toHaveAttribute('d', /^M/);
    await expect(label).toContainText(
      /Konstantinopoulos-WhitfieldVacheron Constantin Traditionnelle/,
    );
    await expect(label).toContainText('Dec 31, 2027 · Safe');
    await expect(label).toContainText('Do not polish');
    await expect(labels.nth(1)).toContainText('2 of 2');
    // Text longer than its lines is cut within them: nothing covers anything else, or is off the paper.
    const overfull = await labels.evaluateAll((all) =>
      all
        .flatMap((label) => [label, ...label.querySelectorAll('div')])
        .filter(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => {
          return scrollHeight > clientHeight || scrollWidth > clientWidth;
        }),
    );
    expect(overfull).toEqual([]);
    const pages = printedPages(await popup.pdf({ preferCSSPageSize: true }));
    expect(pages).toHaveLength(4);
    for (const { width, height } of pages) {
      expect(width).toBeCloseTo(papers[size].width, -0.5);
      expect(height).toBeCloseTo(papers[size].height, -0.5);
    }
    await popup.close();
  }
  // Remembered on this computer.
  await chooseFromMenu(details, 'Print bag label');
  const again = dialog(page, 'Print bag label');
  await expect(again.getByRole('radio', { name: labelSizes.tape })).toBeChecked();
  await expect(again.getByRole('radio', { name: '2', exact: true })).toBeChecked();
});
