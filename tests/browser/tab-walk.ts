import type { Page } from '@playwright/test';

/** What got the focus when Tab was pressed. */
export interface Stop {
  name: string;
  /** A mark around it, or around what stands for it, is on the screen. */
  isSeen: boolean;
  isInDialog: boolean;
  /** For the person who has to find out why it is not seen: it has left the page, was moved, or is below something. */
  place: string;
}

/** @returns what has the focus now; null when the browser itself has it */
function stop(page: Page) {
  return page.evaluate(async () => {
    // At the edges of a dialog are guards, which pass the focus on in the next frame.
    while (document.activeElement?.hasAttribute('data-base-ui-focus-guard')) {
      await new Promise(requestAnimationFrame);
    }
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return null;
    const isMarked = (element: Element | null) => {
      if (element === null) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    };
    // The file field is invisible; the button that it lies over shows the mark.
    const marked = [focused, focused.parentElement].find(isMarked);
    const shown = marked ?? focused;
    // Nothing covers all of it, such as a bar that stays while the page scrolls.
    const isOnScreen = () => {
      const { x, y, width, height } = shown.getBoundingClientRect();
      return [0.02, 0.5, 0.98].some((part) => {
        const there = document.elementFromPoint(x + width / 2, y + height * part);
        return shown.contains(there) || there?.contains(shown);
      });
    };
    // A list that loads its next items corrects its position in the following frames.
    for (let frame = 0; frame < 30 && !isOnScreen(); frame += 1) {
      await new Promise(requestAnimationFrame);
    }
    const isSeen = marked !== undefined && isOnScreen();
    const { top, bottom, left } = shown.getBoundingClientRect();
    const over = document.elementFromPoint(left + 1, (top + bottom) / 2);
    const place = `mark ${marked !== undefined}, in the page ${focused.isConnected}, from ${top} to ${bottom} of ${innerHeight}, scrolled ${scrollY}, below ${over?.outerHTML.slice(0, 120)}`;
    // A date field has several stops of the browser's own.
    const isStillHere = focused.hasAttribute('data-walking');
    document.querySelector('[data-walking]')?.removeAttribute('data-walking');
    focused.setAttribute('data-walking', '');
    const wasHere = focused.hasAttribute('data-walked') && !isStillHere;
    if (document.querySelector('[data-walked="first"]') === null) {
      focused.setAttribute('data-walked', 'first');
    } else if (!focused.hasAttribute('data-walked')) focused.setAttribute('data-walked', '');
    const words = focused.getAttribute('aria-label') ?? focused.textContent?.slice(0, 40);
    return {
      name: `${focused.tagName} ${words}`,
      isSeen,
      place,
      isInDialog: focused.closest('[role="dialog"], [role="alertdialog"]') !== null,
      // What a script gave the focus to, such as a panel, is the reader's place and no stop on the way.
      isPlace: focused.getAttribute('tabindex') === '-1',
      wasHere,
      isFirstAgain:
        wasHere &&
        focused.getAttribute('data-walked') === 'first' &&
        // A dialog that keeps the focus has guards at its edges.
        document.querySelector('[data-base-ui-focus-guard]') !== null,
    };
  });
}

/** More than any screen has. */
const maxStops = 500;

/**
 * Presses Tab, or Shift and Tab, until the focus leaves the page or, in a dialog that keeps it, is
 * back where it began.
 *
 * @throws Error when it cycles before the end
 */
export async function walk(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<Stop[]> {
  const stops: Stop[] = [];
  await page.evaluate(() => {
    for (const walked of document.querySelectorAll('[data-walked], [data-walking]')) {
      walked.removeAttribute('data-walked');
      walked.removeAttribute('data-walking');
    }
  });
  for (let presses = 0; presses < maxStops; presses += 1) {
    await page.keyboard.press(key);
    const at = await stop(page);
    // An earlier check may have ended at the end of the page.
    if (at === null && presses === 0) continue;
    if (at === null || at.isFirstAgain) return stops;
    if (!at.isPlace) stops.push(at);
    if (!at.wasHere) continue;
    const last = stops.slice(-8).map(({ name }) => name);
    throw new Error(`${key} goes in circles: ${last.join(' → ')}`);
  }
  throw new Error(`${key} reaches no end in ${maxStops} presses`);
}
