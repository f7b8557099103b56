import type { Locator, Page } from '@playwright/test';
import type { ClaimCheck } from '../../domain/claim-check.ts';
import { areaNames } from '../../domain/condition.ts';
import { limits } from '../../domain/field-list.ts';
import { shortHash } from '../../domain/signatures.ts';
import { expectAccessible } from './axe.ts';
import { fold } from './condition.ts';
import { button, dialog } from './locators.ts';
import { cutOff, fillIn, reconnect, walkIn } from './offline-intakes.ts';
import { printedPages } from './printed-pages.ts';
import { often, recordPrints } from './prints.ts';
import { expect, test } from './shop.ts';
import { expectToast } from './toasts.ts';

/** The claim check: signed on the screen after intake, kept as it was signed, and printed on any paper. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const pad = (signing: Locator) => signing.getByRole('img', { name: 'Signature' });

/** A stroke from corner to corner. */
async function draw(page: Page, signing: Locator): Promise<void> {
  await pad(signing).scrollIntoViewIfNeeded();
  const box = await pad(signing).boundingBox();
  if (box === null) throw new Error('There is nothing to sign on');
  await page.mouse.move(box.x + 10, box.y + box.height - 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + 20, { steps: 4 });
  await page.mouse.move(box.x + box.width - 10, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
}

/** A finger draws a line near the top, while the palm rests at the bottom right. */
async function drawWithPalm(page: Page, signing: Locator): Promise<void> {
  const box = await pad(signing).boundingBox();
  if (box === null) throw new Error('There is nothing to sign on');
  const touches = await page.context().newCDPSession(page);
  const palm = { id: 1, x: box.x + box.width * 0.9, y: box.y + box.height * 0.9 };
  const y = box.y + box.height * 0.1;
  const finger = (part: number) => ({ id: 2, x: box.x + box.width * part, y });
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: (typeof palm)[]) =>
    touches.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [palm]);
  await touch('touchStart', [palm, finger(0.1)]);
  await touch('touchMove', [palm, finger(0.3)]);
  await touch('touchMove', [palm, finger(0.5)]);
  await touch('touchEnd', []);
}

/** Whether something is drawn around each point, given as fractions of the pad's width and height. */
const inkAt = (signing: Locator, points: readonly [number, number][]) =>
  pad(signing).evaluate((canvas: HTMLCanvasElement, all) => {
    const { width, height } = canvas;
    const copy = Object.assign(document.createElement('canvas'), { width, height });
    const context = copy.getContext('2d', { willReadFrequently: true });
    context?.drawImage(canvas, 0, 0);
    return all.map(([across, down]) =>
      context
        ?.getImageData(width * across - 15, height * down - 15, 30, 30)
        .data.some((value) => value > 0),
    );
  }, points);

const isBlank = (signing: Locator) =>
  pad(signing).evaluate((canvas: HTMLCanvasElement) => {
    const blank = Object.assign(document.createElement('canvas'), {
      width: canvas.width,
      height: canvas.height,
    });
    return canvas.toDataURL() === blank.toDataURL();
  });

const signingOf = (page: Page, ticketNumber: string) =>
  dialog(page, `Sign claim check ${ticketNumber}`);

test('after intake the customer reads and signs, and a preset is sent: nine presses with “All fine”', async ({
  page,
  staff,
}) => {
  const service = { name: 'Full service', kind: 'labor' as const, price: 520 };
  const preset = { ...service, days: null, warrantyDays: null, isTaxable: true };
  await staff.changeSettings({ presets: [preset] });
  const one = walkIn('Signe');
  await page.goto('/?tab=new-repair');
  await fillIn(page, one);
  const typed = await page.locator('form').getByRole('textbox').all();
  const values = await Promise.all(typed.map((box) => box.inputValue()));
  // With Tab after each.
  const keys = values.filter(Boolean).join('\t').length;
  await page.evaluate(() => {
    const counted = window as unknown as { presses: number };
    counted.presses = 0;
    addEventListener('pointerdown', () => (counted.presses += 1), true);
  });
  await fold(page).click();
  await button(page, 'All fine').click();
  await button(page, 'Create repair').click();
  const created = page.getByRole('region', { name: 'Repair created' });
  const ticketNumber = (await created.getByText(/^WH\d{6}[A-Z]{3}$/).textContent()) ?? '';
  const next = page.getByRole('region', { name: 'What’s next' });
  await button(next, 'Sign').click();
  const signing = signingOf(page, ticketNumber);
  await expect(signing.getByText(one.issue)).toBeVisible();
  await draw(page, signing);
  await button(signing, 'Done').click();
  await expectToast(page, 'Claim check signed', ticketNumber);
  await expect(button(next, 'Sign')).toBeHidden();
  await button(next, 'Send estimate').click();
  const sending = dialog(page, 'Send estimate');
  await button(sending, 'Full service $520.00').click();
  await button(sending, 'Send estimate').click();
  await expectToast(page, 'Estimate sent successfully!');
  expect(await page.evaluate(() => (window as unknown as { presses: number }).presses)).toBe(9);
  // With a press for the form, at 0.7 s each, 80 ms a key and 3 s for the signature.
  expect(10 * 700 + keys * 80 + 3_000).toBeLessThanOrEqual(25_000);
  await staff.changeSettings({ presets: [] });

  const { signatures } = await staff.repair(ticketNumber);
  const paper = JSON.parse(signatures[0]?.content ?? '') as ClaimCheck;
  expect(paper.condition).toHaveLength(1);
  expect(paper.condition[0]?.label).toBe('Fine');

  await page.goto(`/?tab=search&ticket=${ticketNumber}`);
  const section = dialog(page, ticketNumber).getByRole('region', { name: 'Claim check' });
  await expect(section.getByText(/^Signed on screen/)).toBeVisible();
  await expect
    .poll(() =>
      section
        .getByRole('img', { name: 'Signature' })
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
  await section.getByText('How to verify it').click();
  const saving = page.waitForEvent('download');
  await button(section, 'Download signed copy').click();
  expect((await saving).suggestedFilename()).toBe(`claim-check-${ticketNumber}.json`);
  await expect(section).toContainText(signatures[0]?.sha256 ?? 'no hash');
});

test('the pad can be cleared, asks before it is left, and is cleared if the claim check has changed', {
  tag: '@long',
}, async ({ page, staff, complaints }) => {
  complaints.expect(/^412 PUT .*\/signature\?/, /^409 PUT .*\/signature\?/);
  complaints.tolerate(/net::ERR_CONNECTION_REFUSED$/);
  const repair = await staff.takeIn();
  const { ticketNumber } = repair;
  await page.goto(`/?tab=search&ticket=${ticketNumber}`);
  await button(dialog(page, ticketNumber), 'Sign').click();
  const signing = signingOf(page, ticketNumber);
  await button(signing, 'Done').click();
  await expect(signing.getByRole('alert')).toContainText('Sign in the box first.');
  await expect(signing).toContainText('ask us to print it so you can sign on paper');
  await expectAccessible(page);
  await draw(page, signing);
  expect(await isBlank(signing)).toBe(false);
  await button(signing, 'Clear').click();
  expect(await isBlank(signing)).toBe(true);
  await drawWithPalm(page, signing);
  const [onLine, towardPalm] = await inkAt(signing, [
    [0.4, 0.1],
    [0.7, 0.5],
  ]);
  expect({ onLine, towardPalm }).toEqual({ onLine: true, towardPalm: false });
  await button(signing, 'Clear').click();

  await draw(page, signing);
  await staff.edit(repair, { serialNumber: 'V6Z41937' });
  await button(signing, 'Done').click();
  await expect(signing.getByRole('alert')).toContainText('Someone else changed this');
  await expect(signing.getByText('V6Z41937')).toBeVisible();
  // It was drawn under a different text.
  expect(await isBlank(signing)).toBe(true);

  await draw(page, signing);
  const signature = await staff.sign(repair);
  await button(signing, 'Done').click();
  await expect(signing.getByRole('alert')).toContainText('Already signed');
  await expect(button(signing, 'Done')).toBeHidden();
  expect((await staff.repair(ticketNumber)).signatures).toEqual([signature]);
  await button(signing, 'Close').last().click();
  await expect(signing).toBeHidden();

  const other = await staff.takeIn();
  await page.goto(`/?tab=search&ticket=${other.ticketNumber}`);
  await button(dialog(page, other.ticketNumber), 'Sign').click();
  const again = signingOf(page, other.ticketNumber);
  await expect(again.getByText(other.issue)).toBeVisible();
  await draw(page, again);
  await cutOff(page);
  await button(again, 'Done').click();
  await expect(again.getByRole('alert')).toContainText('can’t be reached');
  expect(await isBlank(again)).toBe(false);
  await reconnect(page);
  await button(again, 'Done').click();
  await expectToast(page, 'Claim check signed', other.ticketNumber);
});

test('what was signed prints on half a letter page, Letter, A4 and 4 × 6, with its amendments', {
  tag: '@long',
}, async ({ page, context, staff }) => {
  const prints = await recordPrints(context);
  const long = (words: string, letters: number) => words.repeat(letters).slice(0, letters).trim();
  const terms = long('Storage fees may apply after ninety days. ', limits.terms);
  await staff.changeSettings({ ticket: { printsReadyBy: false, terms } });
  const repair = await staff.takeIn({
    customerName: long('Maximiliane ', limits.name),
    watchModel: long('Seamaster ', limits.watch),
    issue: long('Runs slow and stops at night. ', limits.issue),
    serialNumber: long('V6Z', limits.serialNumber),
    otherCollector: long('Anne-Laure ', limits.name),
    approvedUpTo: 999_999.99,
    condition: {
      areas: Object.fromEntries(
        areaNames.map((area) => [
          area,
          { state: 'damaged', note: long('deep scratch ', limits.conditionNote) },
        ]),
      ),
      running: 'yes',
      accessories: long('Box, papers, 2 links, ', limits.accessories),
      statedValue: 999_999.99,
      doNotPolish: true,
      returnOldParts: true,
    },
  });
  const { sha256 } = await staff.sign(repair);
  await staff.addNote(repair, {
    kind: 'amendment',
    text: long('The dial is loose. ', limits.notes),
  });
  await staff.edit(repair, { watchModel: 'Another one' });
  await staff.changeSettings({ ticket: { printsReadyBy: false, terms: null } });

  await page.goto(`/?tab=search&ticket=${repair.ticketNumber}`);
  const opening = page.waitForEvent('popup');
  await button(dialog(page, repair.ticketNumber), 'Print claim check').click();
  const popup = await opening;
  const paper = popup.getByRole('article');
  await expect(paper).toContainText(`SHA-256 ${shortHash(sha256)}`);
  await expect(paper).toContainText('Storage fees may apply');
  await expect(paper).toContainText('The dial is loose.');
  await expect(paper).toContainText('☒ Do not polish');
  await expect(paper).toContainText('$999,999.99');
  await expect(paper).not.toContainText('Another one');
  await expect(paper.getByRole('img', { name: `QR code of ${repair.ticketNumber}` })).toBeVisible();
  await expect.poll(() => prints.at(-1)?.title, often).toBe(`Claim check ${repair.ticketNumber}`);
  const signed = paper.getByRole('img', { name: 'Signature' });
  await expect
    .poll(() => signed.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const pagesOf = async (width: string, height: string) =>
    printedPages(await popup.pdf({ width, height })).length;
  const counts = [
    await pagesOf('5.5in', '8.5in'),
    await pagesOf('8.5in', '11in'),
    await pagesOf('210mm', '297mm'),
    await pagesOf('4in', '6in'),
  ];
  // Nothing is cut off: the longest values continue on further pages.
  expect(counts).toEqual([4, 3, 3, 6]);
  await popup.close();

  const usual = await staff.takeIn({ condition: { areas: { dial: { state: 'fine' } } } });
  await page.goto(`/?tab=search&ticket=${usual.ticketNumber}`);
  const openingUsual = page.waitForEvent('popup');
  await button(dialog(page, usual.ticketNumber), 'Print claim check').click();
  const usualPopup = await openingUsual;
  await expect.poll(() => prints.at(-1)?.title, often).toBe(`Claim check ${usual.ticketNumber}`);
  await expect(usualPopup.getByRole('article')).not.toContainText('SHA-256');
  expect(printedPages(await usualPopup.pdf({ width: '4in', height: '6in' }))).toHaveLength(1);
});
