import type { Estimate, Repair } from '../../../domain/api-answers.ts';
import { dateIn } from '../../../domain/calendar-date.ts';
import { type EstimatePaper, estimatePaperOf } from '../../../domain/estimate-paper.ts';
import type { ShopSettings } from '../../../domain/shop-settings.ts';
import { browserZone, timeZone } from '../../data/shop-time.ts';
import estimateLayout from './estimate.css?url';
import { letterParts } from './letter-parts.ts';
import { numberPages, type Sheet } from './sheet.ts';

/** What the customer writes on. */
const blanks = ['Signature', 'Name', 'Date'];

function estimateElement(owner: Document, estimate: EstimatePaper): HTMLElement {
  const { make, shopHeader, factList, amountList, priceParts } = letterParts(owner);
  const warranty = estimate.warranties.join('\n');
  return make('article', 'receipt receipt-letter estimate', [
    shopHeader(estimate.shop),
    make('h1', 'receipt-title', `Estimate ${estimate.ticketNumber}`),
    factList(estimate.facts),
    ...priceParts(estimate.price, false),
    amountList('receipt-sums', [estimate.price.total, ...estimate.sums]),
    ...(warranty === '' ? [] : [factList([{ label: 'Warranty', value: warranty }])]),
    make('section', 'estimate-approval', [
      make(
        'p',
        '',
        `☐ I approve the work in estimate ${estimate.ticketNumber} for ${estimate.price.total.amount}.`,
      ),
      make('p', '', '☐ I decline it.'),
      make(
        'dl',
        'estimate-blanks',
        blanks.map((label) => make('div', '', [make('dt', '', label), make('dd', '', '')])),
      ),
    ]),
  ]);
}

const shopDate = (iso: string) => dateIn(Date.parse(iso), timeZone.get() ?? browserZone());

/** Fits a letter-size page and A4: its style sheet leaves the choice to the printer. */
export function estimateSheet(
  repair: Repair,
  estimate: Estimate,
  all: readonly Estimate[],
  settings: ShopSettings,
): Sheet {
  const paper = estimatePaperOf(repair, estimate, all, settings, shopDate);
  const title = `Estimate ${paper.ticketNumber}`;
  return {
    name: 'estimate',
    title,
    stylesheet: estimateLayout,
    paper: { width: 8.5 * 96, height: 11 * 96 },
    pages: (owner) => [estimateElement(owner, paper)],
    fit: (_, styles) => numberPages(styles, title),
  };
}
