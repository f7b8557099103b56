import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import jsqr from 'jsqr';
import sharp from 'sharp';
import type { Repair } from '../../domain/api-answers.ts';
import { button, chooseFromMenu, dialog, question, repairCard, toast } from './locators.ts';
import { printedPages } from './printed-pages.ts';
import { expectWholePreview, often, recordPrints } from './prints.ts';
import { expect, test } from './shop.ts';
import { newPhone } from './staff.ts';
import { expectToast } from './toasts.ts';

/** A browser's pixels are of one size on paper: 96 to the inch. */
const cssPixelMm = 25.4 / 96;

interface PrintedCode {
  text: string;
  /** One module's edge on paper, in millimeters, to a hundredth. */
  moduleMm: number;
}

/**
 * Reads the one QR code on a page as it is printed, from a picture of it, as a scanner would.
 *
 * @returns null if there is none to be read
 */
async function printedCode(page: Page): Promise<PrintedCode | null> {
  await page.emulateMedia({ media: 'print' });
  const picture = sharp(await page.screenshot({ scale: 'device' })).ensureAlpha();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const code = jsqr.default(new Uint8ClampedArray(data), info.width, info.height, {
    inversionAttempts: 'dontInvert',
  });
  if (code === null) return null;
  const { topLeftFinderPattern: left, topRightFinderPattern: right } = code.location;
  // From the middle of one corner's pattern to that of the next: the code without 3.5 on each side.
  const modules = 17 + 4 * code.version - 7;
  const pixels = Math.hypot(right.x - left.x, right.y - left.y) / modules;
  const scale = await page.evaluate(() => devicePixelRatio);
  return {
    text: code.data,
    moduleMm: Math.round((pixels / scale) * cssPixelMm * 100) / 100,
  };
}

/** So that a picture of the page shows a module of the code with several dots. */
test.use({ deviceScaleFactor: 2 });

/** 4 by 6 inches (specification, section 2, "Printed ticket"). */
const ticketPaper = { width: 288, height: 432 };

async function showTicket(page: Page, repair: Repair) {
  await page.goto(`/?tab=repairs&ticket=${repair.ticketNumber}`);
  return dialog(page, new RegExp(repair.ticketNumber));
}

async function openPrintWindow(
  page: Page,
  press = () => button(page.getByRole('dialog'), 'Print ticket').click(),
) {
  const opening = page.waitForEvent('popup');
  await press();
  return opening;
}

/** The edge of the code's modules, in millimeters: four dots of a label printer, or five. */
const [usualModule, roomyModule] = [0.5, 0.625];

async function expectCode(paper: Page, { ticketNumber }: Repair, moduleMm = usualModule) {
  const code = paper.getByRole('img', { name: `QR code of ${ticketNumber}`, exact: true });
  await expect(code).toHaveCount(1);
  const printed = await printedCode(paper);
  expect(printed?.text).toBe(ticketNumber);
  expect(Math.abs((printed?.moduleMm ?? 0) - moduleMm)).toBeLessThan(0.015);
  const box = await code.boundingBox();
  expect(box?.width).toBeCloseTo((29 * moduleMm * 96) / 25.4, 1);
  expect(box?.height).toBeCloseTo((29 * moduleMm * 96) / 25.4, 1);
}

test('a ticket is printed from a window of its own, half a second after it is laid out', async ({
  page,
  context,
  staff,
}) => {
  const prints = await recordPrints(context);
  const repair = await staff.takeIn({
    customerName: 'Ada Byron',
    customerEmail: 'ada@mail.example',
    customerPhone: newPhone(),
    customerAddress: '5 Analytical Row',
    watchBrand: 'Longines',
    watchModel: 'Conquest',
    issue: 'Crown pulls out',
    repairPrice: 85.5,
    priceNotes: 'New crown included',
  });
  await staff.assign(repair, 'ana');
  await showTicket(page, repair);
  const popup = await openPrintWindow(page);

  await expectWholePreview(popup);
  const paper = popup.getByRole('article');
  for (const text of [
    'Harbor Watch Repair',
    '12 Harbor Street, Portland, ME 04101',
    '(212) 555-0100',
    'hello@harborwatch.example',
    '@harborwatch',
    repair.ticketNumber,
    'Ada Byron',
    repair.customerPhone,
    'ada@mail.example',
    '5 Analytical Row',
    'Longines Conquest',
    'Crown pulls out',
    '$85.50',
    'New crown included',
    'Ana',
  ]) {
    await expect(paper).toContainText(text);
  }
  await expect.poll(() => prints, often).toHaveLength(1);
  const [print] = prints;
  expect(print?.title).toBe(`Ticket ${repair.ticketNumber}`);
  expect(print?.afterLayoutMs).toBeGreaterThanOrEqual(490);
  expect(printedPages(await popup.pdf({ preferCSSPageSize: true }))).toEqual([ticketPaper]);
  await expectReadableOnPhone(popup, paper);
  await popup.emulateMedia({ media: 'print' });
  // A short ticket is set larger than the 10 points that it has otherwise.
  await expect(paper).toHaveCSS('font-size', '15.3333px');
  await expectCode(popup, repair, roomyModule);
  expect(prints).toHaveLength(1);
});

async function expectReadableOnPhone(popup: Page, paper: Locator) {
  await expect(popup.locator('meta[name="viewport"]')).toHaveAttribute(
    'content',
    'width=device-width, initial-scale=1',
  );
  await popup.setViewportSize({ width: 375, height: 500 });
  await expect
    .poll(() => popup.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(375);
  expect((await paper.boundingBox())?.width).toBeGreaterThan(300);
  await popup.mouse.wheel(0, 2_000);
  await expect.poll(() => popup.evaluate(() => scrollY)).toBeGreaterThan(0);
  for (const name of ['Print again', 'Close']) {
    await expect(button(popup, name)).toBeInViewport({ ratio: 1 });
    expect((await button(popup, name).boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await popup.setViewportSize({ width: 500, height: 700 });
  await popup.evaluate(() => scrollTo(0, 0));
}

test('the price that was accepted is on the paper, alone and with the other watches of the visit', {
  tag: '@long',
}, async ({ page, context, staff }) => {
  const prints = await recordPrints(context);
  const visit = { visitId: randomUUID(), customerName: 'Nadia Petrova' };
  const repair = await staff.takeIn({ ...visit, repairPrice: 80, priceNotes: 'New battery' });
  const { customerEmail, customerPhone } = repair;
  const customer = { ...visit, customerEmail, customerPhone };
  const second = await staff.takeIn({ ...customer, watchBrand: 'Nomos', repairPrice: 45 });
  await staff.sendEstimate(repair, 1250);
  await staff.reply(repair, 'ACCEPT');

  const shown = await showTicket(page, second);
  const together = await openPrintWindow(page, () => button(shown, 'Print both tickets').click());
  await expect(together.getByRole('article')).toContainText(['$1,250.00', '$45.00']);
  await expect(together.getByRole('main')).not.toContainText(/\$80|New battery/);
  await expect.poll(() => prints.pop()?.title, often).toContain(repair.ticketNumber);

  await showTicket(page, repair);
  const alone = await openPrintWindow(page);
  await expect(alone.getByRole('article')).toContainText('Price$1,250.00');
  await expect(alone.getByRole('article')).not.toContainText(/\$80|New battery/);
});

test('a ticket is printed a second after the window opened if the layout never reports that it has loaded', async ({
  page,
  context,
  staff,
}) => {
  const prints = await recordPrints(context);
  await context.addInitScript(() => {
    const listen = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (this: EventTarget, ...given) {
      if (given[0] === 'load' && this.constructor.name === 'HTMLLinkElement') return;
      listen.apply(this, given);
    };
  });
  const repair = await staff.takeIn();
  await showTicket(page, repair);
  await openPrintWindow(page);
  await expectToast(page, 'Printing ticket...');
  await expect.poll(() => prints, often).toHaveLength(1);
  expect(prints[0]?.afterMs).toBeGreaterThanOrEqual(990);
  await expect(toast(page)).toHaveCount(0);
});

const repeated = (text: string, length: number) =>
  text
    .repeat(Math.ceil(length / text.length))
    .slice(0, length)
    .trim();

const longRequest = {
  customerName: repeated('Wolfeschlegelsteinhausenbergerdorff ', 200),
  issue: repeated('The movement stops when the crown is pulled, and the date jumps. ', 2000),
};

const rightToLeft = {
  customerName: repeated('عبد الرحمن بن محمد الساعاتي ', 200),
  issue: repeated('الساعة تتوقف عن العمل عند سحب التاج، والتاريخ يقفز مرتين. ', 2000),
};

const everythingLong = {
  ...longRequest,
  customerEmail: `${'a'.repeat(60)}@${'long-name.'.repeat(18)}example`,
  customerAddress: repeated('Flat 4, The Old Watch House, 12 Harbor Street ', 500),
  watchBrand: repeated('Vacheron Constantin Manufacture de Haute Horlogerie ', 100),
  watchModel: repeated('Traditionnelle Grande Complication Perpetual ', 100),
  serialNumber: repeated('0123456789', 100),
  repairPrice: 999_999.99,
  priceNotes: repeated('Parts come from the maker; the price may change. ', 1000),
};

const manyLines = {
  ...everythingLong,
  issue: repeated('stops\n', 2000),
};

const longestShop = {
  name: repeated('Harbor Watch Repair and Restoration ', 60),
  address: repeated('12 Harbor Street, Portland, ME 04101, second floor, ', 120),
  phone: '(212) 555-0100, extension 1234, after ten',
  email: `${'hello'.repeat(8)}@${'harborwatch.'.repeat(3)}example`,
  social: repeated('@harborwatchrepairandrestoration', 60),
};

const rightToLeftShop = { ...longestShop, name: repeated('ورشة الميناء لإصلاح الساعات ', 60) };

/**
 * Changes the shop's own text for this page. Not by a route: with one, Chromium never
 * loads the style sheet of a blank window.
 */
async function renameShop(page: Page, shop: typeof longestShop): Promise<void> {
  await page.addInitScript((renamed) => {
    const ask = window.fetch;
    window.fetch = async (...given) => {
      const answer = await ask(...given);
      if (given[0] !== '/api/shop') return answer;
      return Response.json({ ...(await answer.json()), shop: renamed });
    };
  }, shop);
}

function cutOff(paper: Locator): Promise<string[]> {
  return paper.evaluate((page) => {
    const edge = page.getBoundingClientRect();
    return [...page.querySelectorAll('*')].flatMap((element) => {
      const { left, right, bottom } = element.getBoundingClientRect();
      const isInside =
        left >= edge.left - 1 && right <= edge.right + 1 && bottom <= edge.bottom + 1;
      const isWhole = element.scrollWidth <= element.clientWidth + 1;
      return isInside && isWhole ? [] : [element.textContent?.slice(0, 40) ?? ''];
    });
  });
}

for (const [outcome, all, tag] of [
  [
    'are there to the last letter',
    [
      { what: 'longRequest', values: longRequest, shop: longestShop, isWhole: true },
      { what: 'rightToLeft', values: rightToLeft, shop: rightToLeftShop, isWhole: true },
    ],
    [],
  ],
  [
    'end with where the rest is',
    [
      { what: 'everythingLong', values: everythingLong, shop: longestShop, isWhole: false },
      { what: 'manyLines', values: manyLines, shop: longestShop, isWhole: false },
    ],
    ['@long'],
  ],
] as const) {
  test(`the longest values are on one page and ${outcome}`, { tag: [...tag] }, async ({
    page,
    context,
    staff,
  }) => {
    const prints = await recordPrints(context);
    for (const [at, { what, values, shop, isWhole }] of all.entries()) {
      await test.step(what, async () => {
        await renameShop(page, shop);
        const repair = await staff.takeIn(values);
        await showTicket(page, repair);
        const popup = await openPrintWindow(page);
        await expect.poll(() => prints, often).toHaveLength(at + 1);
        await popup.emulateMedia({ media: 'print' });
        const paper = popup.getByRole('article');
        const texts = isWhole
          ? [values.customerName, values.issue, shop.name, shop.social]
          : ['…(continued in the system)', repair.customerPhone, repair.customerEmail];
        for (const text of [repair.ticketNumber, ...texts]) await expect(paper).toContainText(text);
        expect(await cutOff(paper)).toEqual([]);
        expect(printedPages(await popup.pdf({ preferCSSPageSize: true }))).toEqual([ticketPaper]);
        await expectCode(popup, repair);
        expect(prints).toHaveLength(at + 1);
        await popup.close();
      });
    }
  });
}

test('a ticket is printed from the page itself, alone and black on white', {
  tag: '@long',
}, async ({ page, context, staff }) => {
  const prints = await recordPrints(context);
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  const repair = await staff.takeIn();
  await showTicket(page, repair);
  await chooseFromMenu(page.getByRole('dialog'), 'Print without a pop-up');
  await expect.poll(() => prints, often).toHaveLength(1);
  expect(context.pages()).toHaveLength(1);
  expect(printedPages(await page.pdf({ preferCSSPageSize: true }))).toEqual([ticketPaper]);
  await page.emulateMedia({ media: 'print' });
  const paper = page.getByRole('article').filter({ hasText: 'Harbor Watch Repair' });
  await expect(paper).toContainText(repair.ticketNumber);
  await expect(paper).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(paper).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeHidden();
  await expectCode(page, repair, roomyModule);
});

test('a ticket is printed, with its code, after the network has gone away', {
  tag: '@long',
}, async ({ page, context, complaints, staff }) => {
  complaints.tolerate(/ERR_INTERNET_DISCONNECTED/);
  const prints = await recordPrints(context);
  const repair = await staff.takeIn();
  const layout = page.waitForResponse(/ticket-.*\.css$/);
  await page.goto('/');
  await (await layout).finished();
  await expect(repairCard(page, repair.ticketNumber)).toBeVisible();
  await context.setOffline(true);
  const popup = await openPrintWindow(page, () =>
    chooseFromMenu(repairCard(page, repair.ticketNumber), 'Print ticket'),
  );
  await expect.poll(() => prints, often).toHaveLength(1);
  expect(printedPages(await popup.pdf({ preferCSSPageSize: true }))).toEqual([ticketPaper]);
  await expectCode(popup, repair, roomyModule);
});

test('a ticket that cannot be printed, or only without a pop-up, says so', {
  tag: '@long',
}, async ({ page, context, complaints, staff }) => {
  await test.step('a ticket that cannot be printed says why', async () => {
    complaints.expect(/^failed GET .*ticket.*\.css/);
    await page.route(/ticket.*\.css$/, (route) => route.abort('failed'));
    const repair = await staff.takeIn();
    await page.goto(`/?ticket=${repair.ticketNumber}`);
    await chooseFromMenu(dialog(page, repair.ticketNumber), 'Print without a pop-up');
    await expectToast(page, 'Print failed', 'Failed to print ticket: ');
    await page.unrouteAll();
  });

  await test.step('blocked pop-ups are explained, and the ticket can be printed anyway', async () => {
    const prints = await recordPrints(context);
    await page.addInitScript(() => {
      window.open = () => null;
    });
    const repair = await staff.takeIn();
    await page.goto('/');
    await chooseFromMenu(repairCard(page, repair.ticketNumber), 'Print ticket');
    await expectToast(
      page,
      'Print failed',
      'Pop-up blocked. Please allow pop-ups for this site and try again.',
    );
    const advice = question(page, 'Print failed');
    await expect(advice).toContainText(
      'Pop-ups are blocked. Please enable pop-ups for this site in your browser settings and try again.',
    );
    await button(advice, 'Print without a pop-up').click();
    await expect.poll(() => prints, often).toHaveLength(1);
  });
});
