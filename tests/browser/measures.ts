import type { Page } from '@playwright/test';

/** In pixels. */
export const phone = { width: 375, height: 812 };
/** At the counter. */
export const tablet = { width: 820, height: 1180 };
export const desk = { width: 1440, height: 900 };

export const screenSizes = [phone, tablet, desk];

/** For fingers (house rule; WCAG 2.2 asks for 24). In pixels. */
export const touchTarget = 44;

/** How far the page, or a part of it that is not meant to, reaches beyond its width. */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
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
    return [...wide, ...scrollers.map(named), ...outside.map(named)];
  });
}

export function tooSmall(page: Page, least: number): Promise<string[]> {
  return page.evaluate((size) => {
    const controls = document.querySelectorAll(
      'button, [role="tab"], input:not([type="hidden"]), select, textarea, [role="switch"]',
    );
    return [...controls].flatMap((control) => {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: false })) return [];
      // A box is ticked by its label, too.
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

/** What is wider than the box that it stands in and is not cut off or scrolled there. */
export function spilling(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = document.querySelectorAll('header *, main *, [role="dialog"] *');
    const spilt = [...parts].filter((part) => {
      const { overflowX, display } = getComputedStyle(part);
      // A bar is as wide as the page, on purpose.
      if (part.querySelector(':scope > [data-top-bar]') !== null) return false;
      const isBox = part instanceof HTMLElement && display !== 'inline' && part.clientWidth > 1;
      return isBox && overflowX === 'visible' && part.scrollWidth > part.clientWidth + 1;
    });
    return spilt
      .filter((part) => !spilt.some((other) => other !== part && part.contains(other)))
      .map((part) => `${part.tagName} ${part.className} "${part.textContent?.slice(0, 30)}"`);
  });
}
