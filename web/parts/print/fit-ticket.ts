/**
 * Makes a ticket fit its one page: type and spacing are as large as there is room for, long values
 * wrap, then everything shrinks step by step, then lines are joined, and only what would still fall
 * off the paper is cut, with a note that says where the rest is.
 */

/** From 11.5 points down to 6, the smallest that can still be read on paper. */
export const scales = [1.15, 1.1, 1.05, 1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6] as const;

export const continued = '…(continued in the system)';

/** What is cut first when nothing else helps; the rest follows from the longest value down. */
const cutFirst: readonly string[] = ['Request', 'Price notes', 'Address'];

/** How many characters a value keeps until the others have been cut too. */
const worthKeeping = 200;

interface FittingPage {
  setScale: (scale: number) => void;
  isOverfull: () => boolean;
  values: readonly FittingValue[];
}

export interface FittingValue {
  label: string;
  text: string;
  show: (text: string) => void;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The characters as people count them: no emoji and no accented letter is ever torn apart. */
function charactersOf(text: string): string[] {
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** The largest whole number from `least` to `most` that fits, or `least` when none does. */
function largest(least: number, most: number, fits: (count: number) => boolean): number {
  let low = least;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function inCuttingOrder(values: readonly FittingValue[]): FittingValue[] {
  const first = cutFirst.flatMap((label) => values.filter((value) => value.label === label));
  const rest = values.filter((value) => !cutFirst.includes(value.label));
  return [...first, ...rest.sort((one, other) => other.text.length - one.text.length)];
}

/** A list of many short lines takes the height of the page and hardly any of its width. */
function joined(text: string): string {
  return text.replace(/\s*\n\s*/g, ' / ');
}

/** Shows as much of a value as fits, at least this many characters. */
function cut(page: FittingPage, value: FittingValue, least: number): void {
  const characters = charactersOf(joined(value.text));
  if (characters.length <= least) return;
  const show = (count: number) =>
    value.show(`${characters.slice(0, count).join('').trimEnd()}${continued}`);
  const count = largest(least, characters.length, (tried) => {
    show(tried);
    return !page.isOverfull();
  });
  show(count);
}

/** Fits a page, no matter how it is measured. */
export function fitPage(page: FittingPage): void {
  for (const { show, text } of page.values) show(text);
  for (const scale of scales) {
    page.setScale(scale);
    if (!page.isOverfull()) return;
  }
  for (const { show, text } of page.values) show(joined(text));
  if (!page.isOverfull()) return;
  for (const least of [worthKeeping, 0]) {
    for (const value of inCuttingOrder(page.values)) {
      cut(page, value, least);
      if (!page.isOverfull()) return;
    }
  }
}

/** Fits a ticket that is in a document with its stylesheet. May be called again. */
export function fitTicket(page: HTMLElement): void {
  fitPage({
    setScale: (scale) => {
      page.style.setProperty('--scale', String(scale));
      page.classList.toggle('ticket-roomy', scale >= 1);
    },
    isOverfull: () => page.scrollHeight > page.clientHeight,
    values: [...page.querySelectorAll<HTMLElement>('.ticket-row')].map((row) => {
      const value = row.querySelector('dd');
      // The whole text is kept aside, so that a second measuring does not start from a cut one.
      row.dataset.text ??= value?.textContent ?? '';
      return {
        label: row.querySelector('dt')?.textContent ?? '',
        text: row.dataset.text,
        show: (text) => {
          if (value) value.textContent = text;
        },
      };
    }),
  });
}
