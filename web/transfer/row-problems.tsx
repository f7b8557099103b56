import type { ImportReport } from '../../domain/api-transfer.ts';
import { formatCount } from '../ui/count-text.ts';
import { problemText } from './file-words.ts';

/** More than can be read on a screen; the file of rejected rows has them all. */
const mostShown = 12;

/** What is wrong with which row. */
export function RowProblems({ report }: { report: ImportReport }) {
  const shown = report.problems.slice(0, mostShown);
  const rows = new Set(shown.map(({ row }) => row)).size;
  return (
    <div className="flex flex-col gap-1 text-sm">
      <ul aria-label="Rows that cannot be taken in" className="rounded border px-3 py-2">
        {shown.map(({ row, column, message }) => (
          <li key={`${row} ${column} ${message}`} className="break-words py-0.5">
            <span className="figures font-medium">Row {row}</span>:{' '}
            {problemText({ column, message })}
          </li>
        ))}
      </ul>
      {rows < report.rejected && (
        <p className="text-ink-muted">
          The first {formatCount(rows)} of {formatCount(report.rejected)} rows. The file names them
          all.
        </p>
      )}
    </div>
  );
}
