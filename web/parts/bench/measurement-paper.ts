import type { Answer } from '../../../domain/api.ts';
import { dateIn } from '../../../domain/calendar-date.ts';
import {
  type MeasurementRecord,
  measurementRecordOf,
  recordFootnote,
  recordTitle,
} from '../../../domain/measurement-record.ts';
import { chartSymbols, type RateChart } from '../../../domain/rate-chart.ts';
import type { ShopSettings } from '../../../domain/shop-settings.ts';
import { browserZone, timeZone } from '../../data/shop-time.ts';
import { letterParts } from '../print/letter-parts.ts';
import { numberPages, type Sheet } from '../print/sheet.ts';
import recordLayout from './record.css?url';

type Make = ReturnType<typeof letterParts>['make'];

/** As SVG spells an attribute. */
const spelled = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function chartElement(owner: Document, { width, height, shapes, words }: RateChart): SVGElement {
  const draw = (tag: string, attributes: Readonly<Record<string, string | number>>) => {
    const element = owner.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes)) {
      element.setAttribute(name === 'viewBox' ? name : spelled(name), String(value));
    }
    return element;
  };
  const svg = draw('svg', {
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    class: 'record-chart',
  });
  svg.setAttribute('aria-label', words);
  for (const { tag, attributes, text } of shapes) {
    const shape = draw(tag, attributes);
    if (text !== undefined) shape.textContent = text;
    svg.append(shape);
  }
  return svg;
}

const columns = ['Rate s/d', 'Ampl. °', 'Beat ms'];

/** Each stage has a column for each value, also for the figures below the line. */
function timingElements(
  owner: Document,
  make: Make,
  { heads, rows, figures, chart }: NonNullable<MeasurementRecord['timing']>,
): Element[] {
  const head = (text: string, span = 1) => {
    const cell = make('th', span === 1 ? '' : 'record-stage', text);
    if (span > 1) cell.setAttribute('colspan', String(span));
    return cell;
  };
  const row = (title: Element[], cells: Element[]) =>
    make('tr', '', [make('th', 'record-position', title), ...cells]);
  const table = make('table', 'record-table', [
    make('thead', '', [
      row(
        [],
        heads.map(({ label, date }) => head([label, date].filter(Boolean).join(', '), 3)),
      ),
      row(
        [make('span', '', 'Position')],
        heads.flatMap(() => columns.map((label) => head(label))),
      ),
    ]),
    make(
      'tbody',
      '',
      rows.map(({ name, words, values }) =>
        row(
          [make('b', '', name), make('span', '', ` ${words}`)],
          values.map((value) => make('td', '', value)),
        ),
      ),
    ),
  ]);
  const summary = make('table', 'record-table record-figures', [
    make('thead', '', [
      row(
        [],
        heads.map(({ label }) => head(label)),
      ),
    ]),
    make(
      'tbody',
      '',
      figures.map(({ label, values }) =>
        row(
          [make('span', '', label)],
          values.map((value) => make('td', '', value)),
        ),
      ),
    ),
  ]);
  const legend = `${chartSymbols.before} before, ${chartSymbols.after} after, ${chartSymbols['after-24h']} after 24 h`;
  return [
    table,
    make('div', 'record-computed', [
      summary,
      ...(chart
        ? [
            make('figure', '', [
              make('figcaption', '', `Rate by position, s/d: ${legend}`),
              chartElement(owner, chart),
            ]),
          ]
        : []),
    ]),
  ];
}

function recordElement(owner: Document, shop: ShopSettings['shop'], record: MeasurementRecord) {
  const { make, shopHeader, factList } = letterParts(owner);
  const { timing, others, work, finalCheck, technician, instruments } = record;
  const section = (title: string, parts: Element[]) =>
    make('section', 'record-section', [make('h2', '', title), ...parts]);
  const footnote = [
    recordFootnote,
    ...(instruments.length === 0 ? [] : [`Instrument: ${instruments.join('; ')}.`]),
  ].join(' ');
  return make('article', 'receipt receipt-letter record', [
    shopHeader(shop),
    make('h1', 'receipt-title', `${recordTitle} ${record.ticketNumber}`),
    factList(record.facts),
    ...(timing ? timingElements(owner, make, timing) : []),
    ...others.map(({ title, lines }) =>
      section(
        title,
        lines.map((line) => make('p', '', line)),
      ),
    ),
    ...(work === null ? [] : [section('Work', [make('p', 'record-work', work)])]),
    ...(finalCheck.length === 0
      ? []
      : [
          section('Final check', [
            make(
              'ul',
              'record-checks',
              finalCheck.map(({ line, isChecked }) =>
                make(
                  'li',
                  '',
                  `${isChecked ? '☒' : '☐'} ${line}${isChecked ? '' : ', not checked'}`,
                ),
              ),
            ),
          ]),
        ]),
    make('footer', 'record-foot', [
      make('p', 'record-signature', technician ?? 'Signature'),
      make('p', 'record-footnote', footnote),
    ]),
  ]);
}

const shopDate = (iso: string) => dateIn(Date.parse(iso), timeZone.get() ?? browserZone());

/** Fits a letter-size page and A4: its style sheet leaves the choice to the printer. */
export function recordSheet(
  ticket: Pick<Answer<'getRepair'>, 'repair' | 'measurements' | 'finalCheck'>,
  shop: ShopSettings['shop'],
): Sheet {
  const record = measurementRecordOf(ticket.repair, ticket, shopDate);
  const title = `${recordTitle} ${record.ticketNumber}`;
  return {
    name: 'measurement record',
    title,
    stylesheet: recordLayout,
    paper: { width: 8.5 * 96, height: 11 * 96 },
    pages: (owner) => [recordElement(owner, shop, record)],
    fit: (_, styles) => numberPages(styles, title),
  };
}
