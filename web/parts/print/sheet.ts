/** What a sheet of paper is made of. Separate from printing.ts, which is loaded on its own. */

export type PrintedThing =
  | 'ticket'
  | 'receipt'
  | 'estimate'
  | 'label'
  | 'report'
  | 'measurement record'
  | 'packing slip'
  | 'claim check'
  | 'warranty card';

/** What is printed: made directly in a document, because React would have nothing to do afterwards. */
export interface Sheet {
  /** Its name in messages. */
  name: PrintedThing;
  /** Of the print window. */
  title: string;
  /** The address of its style sheet. */
  stylesheet: string;
  /** How wide the paper is, and how high if all is on one page; in CSS pixels. */
  paper: { width: number; height?: number };
  /** Each begins on paper of its own. */
  pages(owner: Document): HTMLElement[];
  /** Called once a page is laid out, with its fonts. @param styles for the size of the paper */
  fit(page: HTMLElement, styles: CSSStyleSheet): void;
}

/** Below each page, so that pages that come apart can be put back in order. */
export function numberPages(styles: CSSStyleSheet, title: string): void {
  // Chromium breaks no long word there, so it gets places to break at; and there is no room for many lines.
  const short = title.length > 60 ? `${title.slice(0, 60)}…` : title;
  const breakable = short.replace(/\S{10}(?=\S)/gu, '$&\u200b');
  const content = `${JSON.stringify(`${breakable} · page `)} counter(page) " of " counter(pages)`;
  const font = '7pt "Inter Variable", Arial, sans-serif';
  styles.insertRule(
    `@page { @bottom-center { content: ${content}; font: ${font}; } }`,
    styles.cssRules.length,
  );
}

/**
 * @returns a function that makes an element of a document, with a text in its own direction or with other
 * elements
 */
export const elementsOf =
  (owner: Document) =>
  (tag: string, className: string, content: string | Element[]): HTMLElement => {
    const element = owner.createElement(tag);
    if (className !== '') element.className = className;
    if (typeof content === 'string') {
      element.textContent = content;
      element.dir = 'auto';
    } else {
      element.append(...content);
    }
    return element;
  };
