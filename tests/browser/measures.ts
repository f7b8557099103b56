import { expect, type Locator, type Page } from '@playwright/test';
import { button } from './locators.ts';

/** In pixels. */
export const phone = { width: 375, height: 812 };
/** At the counter. */
export const tablet = { width: 820, height: 1180 };
export const desk = { width: 1440, height: 900 };

export const screenSizes = [phone, tablet, desk];

/** For fingers (our own rule; WCAG 2.2 asks for 24). In pixels. */
export const touchTarget = 44;

/**
 * What reaches beyond its width though it is not meant to: the page, or a part of it. Looks again until the page
 * has been drawn for its width.
 */
export async function overflowing(page: Page): Promise<string[]> {
  let found = await overflowingNow(page);
  for (let tries = 0; tries < 10 && found.length > 0; tries += 1) {
    await page.waitForTimeout(100);
    found = await overflowingNow(page);
  }
  return found;
}

function overflowingNow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // What is far from the view keeps the places of an earlier width until it comes near.
    const sheet = new CSSStyleSheet();
    // Also anything that reaches beyond a list item and is cut off.
    sheet.replaceSync('* { content-visibility: visible !important; contain: none !important; }');
    document.adoptedStyleSheets.push(sheet);
    const named = (element: Element) =>
      `${element.tagName.toLowerCase()} ${element.className} "${element.textContent?.slice(0, 30)}"`;
    const root = document.documentElement;
    const wide = root.scrollWidth > window.innerWidth ? [`page: ${root.scrollWidth}`] : [];
    const scrollers = [...document.querySelectorAll('[role="dialog"] *, main *')].filter(
      (element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        // What scrolls up and down scrolls sideways too as soon as something in it is too wide.
        const scrolls = /auto|scroll/.test(overflowX) && /auto|scroll/.test(overflowY);
        const isRow = getComputedStyle(element).scrollbarWidth === 'none';
        return scrolls && !isRow && element.scrollWidth > element.clientWidth;
      },
    );
    const outside = [...document.querySelectorAll('button, input, select, textarea, h1, h2, h3')]
      .filter((element) => element.closest('[role="tablist"], [role="toolbar"], .sr-only') === null)
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (left < -1 || right > window.innerWidth + 1);
      });
    document.adoptedStyleSheets.pop();
    return [...wide, ...scrollers.map(named), ...outside.map(named)];
  });
}

/** That the buttons of these names are side by side, as soon as what they are in has slid into place. */
export async function expectInOneRow(within: Locator, names: readonly string[]): Promise<void> {
  const spread = async () => {
    const tops = await Promise.all(
      names.map(async (name) => (await button(within, name).boundingBox())?.y ?? Number.NaN),
    );
    return Math.max(...tops) - Math.min(...tops);
  };
  await expect.poll(spread).toBe(0);
}

export function tooSmall(page: Page, least: number): Promise<string[]> {
  return page.evaluate((size) => {
    const controls = document.querySelectorAll(
      'button, [role="tab"], input:not([type="hidden"]), select, textarea, [role="switch"]',
    );
    return [...controls].flatMap((control) => {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: false })) return [];
      // A box is checked by its label, too.
      const area = control.matches('[type="checkbox"], [type="radio"]')
        ? (control.closest('label') ?? control)
        : control;
      const { width, height } = area.getBoundingClientRect();
      if (width <= 1 || height <= 1) return [];
      if (width >= size - 0.5 && height >= size - 0.5) return [];
      const name = control.getAttribute('aria-label') ?? control.textContent?.slice(0, 30);
      return [`${control.tagName} "${name}" ${Math.round(width)} x ${Math.round(height)}`];
    });
  }, least);
}

/** The least for what is not a main action (WCAG 2.5.8). In pixels. */
const minTarget = 24;

/**
 * Links, and what unfolds, that a finger would miss: they are pressed above and below their middle,
 * and what is there counts. A link in a sentence is as high as its line; main actions, and the
 * rows and cards that open a ticket, are as high as a finger.
 */
export function missedLinks(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ main, least }) => {
      // What is under a dialog is not a target.
      const isUnder = document.querySelector('[data-base-ui-focus-guard]') !== null;
      const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"]');
      const front = (isUnder ? [...dialogs].at(-1) : null) ?? document;
      const links = [...front.querySelectorAll<HTMLElement>('a[href], summary')];
      return links.flatMap((link) => {
        if (!link.checkVisibility({ visibilityProperty: true }) || link.closest('[inert]'))
          return [];
        const words = link.parentElement?.cloneNode(true) as Element;
        for (const part of words.querySelectorAll('a, button')) part.remove();
        const isInSentence =
          getComputedStyle(link).display === 'inline' && words.textContent?.trim() !== '';
        if (isInSentence) return [];
        link.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        const { left, top, width, height } = link.getBoundingClientRect();
        if (width <= 1 || top + height < 0) return [];
        const opens = link.matches('[data-ticket]')
          ? link.closest('[data-item], article, .cursor-pointer')
          : null;
        const isHit = (x: number, y: number) => {
          const there = document.elementFromPoint(x, y);
          // A passing message may cover it for a moment.
          return there !== null && (link.contains(there) || there.closest('[data-toast]') !== null);
        };
        const reach = (link.matches('.bg-accent') ? main : least) / 2 - 1;
        const [x, y] = [left + Math.min(width / 2, 40), top + height / 2];
        // It may extend further on one side.
        const isHigh = [0, 4, -4, 8, -8].some(
          (by) => isHit(x, y + by - reach) && isHit(x, y + by + reach),
        );
        const row = opens?.getBoundingClientRect();
        const isRowHigh = row === undefined || Math.min(row.width, row.height) >= main;
        if (isHigh && isRowHigh && Math.min(width, height) >= least) return [];
        return [
          `${link.tagName} "${link.textContent?.slice(0, 30)}" ${Math.round(width)} x ${Math.round(height)}`,
        ];
      });
    },
    { main: touchTarget, least: minTarget },
  );
}

/** What is wider than the box that it is in and is not cut off or scrolled there. */
export function spilling(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = document.querySelectorAll('header *, main *, [role="dialog"] *');
    // What goes as far as its own negative margin, into the margin around it, and not beyond: lists and rows as
    // wide as the page, an icon's target at the end of a line.
    const intoMargin = (part: Element) => {
      const { right } = part.getBoundingClientRect();
      const reaches = [...part.querySelectorAll('*')].map((each) => {
        const margin = -Number.parseFloat(getComputedStyle(each).marginRight) || 0;
        const reach = each.getBoundingClientRect().right - right;
        return reach > 0 && reach < margin + 1 ? reach : 0;
      });
      return Math.max(0, ...reaches);
    };
    const spilled = [...parts].filter((part) => {
      const { overflowX, display } = getComputedStyle(part);
      // A bar is as wide as the page, on purpose.
      if (part.querySelector(':scope > [data-top-bar]') !== null) return false;
      const isBox = part instanceof HTMLElement && display !== 'inline' && part.clientWidth > 1;
      const beyond = part.scrollWidth - part.clientWidth;
      return isBox && overflowX === 'visible' && beyond > 1 && beyond > intoMargin(part) + 1;
    });
    return spilled
      .filter((part) => !spilled.some((other) => other !== part && part.contains(other)))
      .map((part) => `${part.tagName} ${part.className} "${part.textContent?.slice(0, 30)}"`);
  });
}
