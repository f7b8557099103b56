import { createElement } from 'react';
import { chartSymbols, type RateChart } from '../../../domain/rate-chart.ts';
import type { TimingTable } from '../../../domain/timing-table.ts';

/** The rates by position, in the current text color. */
export function RateChartDrawing({ chart }: { chart: RateChart }) {
  const { width, height, shapes, words } = chart;
  return (
    <svg
      role="img"
      aria-label={words}
      viewBox={`0 0 ${width} ${height}`}
      className="w-full max-w-96 text-ink"
    >
      {shapes.map(({ tag, attributes, text }) =>
        createElement(tag, { key: `${tag} ${JSON.stringify(attributes)}`, ...attributes }, text),
      )}
    </svg>
  );
}

/** The computed figures, a column for each stage; the marks are those of the chart. */
export function TimingFigures({ table: { stages, rows } }: { table: TimingTable }) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Timing</caption>
      <thead>
        <tr>
          <td />
          {stages.map(({ stage, label }) => (
            <th key={stage} scope="col" className="py-1 pl-3 text-right font-medium">
              <span aria-hidden="true">{chartSymbols[stage]} </span>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, values }) => (
          <tr key={label} className="border-t">
            <th scope="row" className="py-1 text-left font-normal text-ink-muted">
              {label}
            </th>
            {values.map((value, at) => (
              <td key={stages[at]?.stage} className="figures py-1 pl-3 text-right">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
