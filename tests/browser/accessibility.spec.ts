import type { Page } from '@playwright/test';
import { axeFindings, expectAccessible } from './axe.ts';
import { desk, overflowing, phone, tablet, tooSmall, touchTarget } from './measures.ts';
import { button, chooseFromMenu, dialog } from './places.ts';
import { recordPrints } from './prints.ts';
import { onEveryScreen, test } from './screens.ts';
import { expect } from './shop.ts';

const steps = 40;

interface Focus {
  what: string;
  /** A mark around it, or around what stands for it, is on the screen. */
  isSeen: boolean;
  isInDialog: boolean;
  isFirstAgain: boolean;
}

/** What has the focus; null when the browser itself has it. */
function focus(page: Page): Promise<Focus | null> {
  return page.evaluate(async () => {
    // At the edges of a dialog stand guards, which pass the focus on with the next frame.
    while (document.activeElement?.hasAttribute('data-base-ui-focus-guard')) {
      await new Promise(requestAnimationFrame);
    }
    const focused = document.activeElement;
    // What a script gave the focus to, such as a panel, is the reader's place and no stop on the way.
    if (focused === null || focused.getAttribute('tabindex') === '-1') return null;
    if (focused === document.body) return null;
    const isMarked = (element: Element | null) => {
      if (element === null) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    };
    // The file field is invisible; the button that it lies over wears the mark.
    const marked = [focused, focused.parentElement].find(isMarked);
    const shown = marked ?? focused;
    // Nothing lies over all of it, such as a bar that stays while the page scrolls.
    const isOnScreen = () => {
      const { x, y, width, height } = shown.getBoundingClientRect();
      return [0.02, 0.5, 0.98].some((part) => {
        const there = document.elementFromPoint(x + width / 2, y + height * part);
        return shown.contains(there) || there?.contains(shown);
      });
    };
    // A list that brings in what comes next puts its place right in the frames after.
    for (let frame = 0; frame < 30 && !isOnScreen(); frame += 1) {
      await new Promise(requestAnimationFrame);
    }
    const isSeen = marked !== undefined && isOnScreen();
    const name = `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent?.slice(0, 40)}`;
    // For whoever has to find out why: what has left the page, was moved, or lies below something.
    const { top, bottom, left } = shown.getBoundingClientRect();
    const over = document.elementFromPoint(left + 1, (top + bottom) / 2);
    const why = `mark ${marked !== undefined}, in the page ${focused.isConnected}, from ${top} to ${bottom} of ${innerHeight}, scrolled ${scrollY}, below ${over?.outerHTML.slice(0, 120)}`;
    const dialogs = '[role="dialog"], [role="alertdialog"]';
    const first = document.querySelector('[data-walked-first]');
    if (first === null) focused.setAttribute('data-walked-first', '');
    return {
      what: isSeen ? name : `${name}: ${why}`,
      isSeen,
      isInDialog: focused.closest(dialogs) !== null,
      isFirstAgain: focused === first,
    };
  });
}

async function expectWalkable(page: Page): Promise<void> {
  const dialogs = page.locator('[role="dialog"][data-open], [role="alertdialog"][data-open]');
  const isModal = (await dialogs.count()) > 0;
  const unseen: string[] = [];
  const outside: string[] = [];
  const walked = new Set<string>();
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press('Tab');
    const at = await focus(page);
    if (at === null) continue;
    walked.add(at.what);
    if (!at.isSeen) unseen.push(at.what);
    if (!at.isInDialog) outside.push(at.what);
    if (at.isFirstAgain) break;
  }
  expect(walked.size).toBeGreaterThan(0);
  expect.soft(unseen, 'without a mark, or off the screen').toEqual([]);
  if (isModal) expect.soft(outside, 'left the dialog').toEqual([]);
}

/** Movement would be measured half-way: a dialog that is still fading in has no contrast yet. */
test.use({ data: 'longest', contextOptions: { reducedMotion: 'reduce' }, hasTouch: true });

/** A tablet lies between a phone and a desk: a screen of each kind shows that it does. */
const onTablet = [
  'overview pending',
  'overview estimates',
  'repairs',
  'repairs as rows',
  'new repair',
  'clients',
  'technicians',
  'details pending',
  'data',
];

test.describe('with the longest values, in both themes, by finger and by keyboard', () => {
  onEveryScreen(async ({ page, name }) => {
    for (const size of onTablet.includes(name) ? [phone, tablet, desk] : [phone, desk]) {
      await page.setViewportSize(size);
      expect.soft(await overflowing(page), `${size.width} px`).toEqual([]);
      if (size === phone) expect.soft(await tooSmall(page, touchTarget)).toEqual([]);
    }
    await expectAccessible(page);
    await expectWalkable(page);
  });
});

test.describe('accessible', () => {
  test('print window', async ({ page, context, shop }) => {
    // Without a dialog to wait for, the window would close at once.
    await recordPrints(context);
    await page.goto(`/?ticket=${shop.pending.ticketNumber}`);
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      button(dialog(page, shop.pending.ticketNumber), 'Print ticket').click(),
    ]);
    await expect(button(popup, 'Print again')).toBeVisible();
    expect(await axeFindings(popup)).toEqual([]);
  });

  test('while a ticket is printed from the page', async ({ page, context, shop }) => {
    const prints = await recordPrints(context);
    await page.goto(`/?ticket=${shop.pending.ticketNumber}`);
    await chooseFromMenu(dialog(page, shop.pending.ticketNumber), 'Print in this page');
    await expect.poll(() => prints).toHaveLength(1);
    await expectAccessible(page);
  });
});
