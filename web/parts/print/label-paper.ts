import {
  type BagLabel,
  bagLabels,
  type LabelSize,
  type LabelSource,
} from '../../../domain/bag-label.ts';
import labelLayout from './label.css?url';
import { elementsOf, type Sheet } from './sheet.ts';
import { ticketCode } from './ticket-code.ts';

const perInch = 96;
const perMm = perInch / 25.4;

/** In CSS pixels. The long one is read along its long side; of continuous tape this much is cut off. */
const papers: Readonly<Record<LabelSize, { width: number; height: number; css: string }>> = {
  small: { width: 2.25 * perInch, height: 1.25 * perInch, css: '2.25in 1.25in' },
  long: { width: 3.5 * perInch, height: 1.125 * perInch, css: '3.5in 1.125in' },
  tape: { width: 62 * perMm, height: 38 * perMm, css: '62mm 38mm' },
};

function labelElement(owner: Document, label: BagLabel, size: LabelSize): HTMLElement {
  const make = elementsOf(owner);
  const { ticketNumber, surname, watch, facts, isNotToBePolished, copy } = label;
  const foot = [
    ...(isNotToBePolished ? [make('strong', 'label-warning', 'Do not polish')] : []),
    ...(copy === null ? [] : [make('span', 'label-copy', copy)]),
  ];
  return make('article', `label label-${size}`, [
    make('h1', 'label-number', ticketNumber),
    ticketCode(owner, ticketNumber),
    make('div', 'label-text', [
      make('p', 'label-name', surname),
      make('p', 'label-watch', watch),
      ...(facts === null ? [] : [make('p', 'label-facts', facts)]),
    ]),
    ...(foot.length === 0 ? [] : [make('footer', 'label-foot', foot)]),
  ]);
}

/** @param repairs one after the other, each with its copies */
export function labelSheet(
  repairs: readonly LabelSource[],
  size: LabelSize,
  copies: number,
  today: string,
): Sheet {
  const { css, ...paper } = papers[size];
  const numbers = repairs.map(({ ticketNumber }) => ticketNumber);
  return {
    name: 'label',
    title: `Bag ${numbers.length === 1 ? 'label' : 'labels'} ${numbers.join(', ')}`,
    stylesheet: labelLayout,
    paper: { width: paper.width, ...(repairs.length * copies === 1 && { height: paper.height }) },
    pages: (owner) =>
      bagLabels(repairs, copies, today).map((label) => labelElement(owner, label, size)),
    fit: (page, styles) => {
      const text = page.querySelector('.label-text');
      const isTight = text !== null && text.scrollHeight > text.clientHeight;
      page.classList.toggle('label-tight', isTight);
      const rule = `@page { size: ${css}; margin: 0; }`;
      const isThere = [...styles.cssRules].some(({ cssText }) => cssText.startsWith('@page'));
      if (!isThere) styles.insertRule(rule, styles.cssRules.length);
    },
  };
}
