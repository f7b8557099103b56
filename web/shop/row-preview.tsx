import { useQuery } from '@tanstack/react-query';
import type { ImportReport } from '../../domain/api-transfer.ts';
import {
  type ImportContext,
  type ImportedClient,
  type ImportedRepair,
  type RowProblem,
  type RowReading,
  readClientRow,
  readRepairRow,
} from '../../domain/import-rows.ts';
import { techniciansQuery } from '../data/queries.ts';
import { typedDetails } from '../repairs/repair-details.tsx';
import { type Detail, DetailList } from '../ui/card.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { formatCount } from '../ui/text.tsx';
import { type ChosenFile, problemText } from './file-words.ts';
import { type ImportDraft, ownTimeZone } from './import-check.ts';

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

const time = (iso: string | null) => (iso === null ? null : <DateTime iso={iso} />);

const clientDetails = (client: ImportedClient): Detail[] => [
  { label: 'Name', value: client.name },
  { label: 'Email', value: client.email },
  { label: 'Phone', value: client.phone },
  { label: 'Address', value: client.address },
  { label: 'Created at', value: time(client.createdAt) },
];

const repairDetails = (repair: ImportedRepair): Detail[] => [
  { label: 'Ticket number', value: repair.ticketNumber ?? 'A new one' },
  { label: 'Number in the file', value: repair.externalId },
  { label: 'Customer name', value: repair.customer.name },
  { label: 'Email', value: repair.customer.email },
  { label: 'Phone', value: repair.customer.phone },
  { label: 'Status', value: <StatusBadge status={repair.status} /> },
  { label: 'Technician', value: repair.technician?.name },
  { label: 'Created at', value: time(repair.createdAt) },
  { label: 'Completed at', value: time(repair.completedAt) },
  ...typedDetails(repair),
  { label: 'Completion notes', value: repair.completionNotes, wide: true },
];

function Problems({ problems }: { problems: readonly RowProblem[] }) {
  return (
    <ul className="text-late text-sm">
      {problems.map(({ column, message }) => (
        <li key={`${column} ${message}`} className="break-words">
          {problemText({ column, message })}
        </li>
      ))}
    </ul>
  );
}

function detailsOf<Item>(
  reading: RowReading<Item>,
  details: (item: Item) => Detail[],
): { details: Detail[] } | { problems: RowProblem[] } {
  return 'item' in reading ? { details: details(reading.item) } : reading;
}

/** The first rows as they would be taken in. */
export function RowPreview({ draft, chosen }: { draft: ImportDraft; chosen: ChosenFile }) {
  const technicians = useQuery(techniciansQuery).data?.items;
  if (technicians === undefined) return null;
  const context: ImportContext = { technicians, timeZone: ownTimeZone(), now: Date.now() };
  return (
    <ol className="flex flex-col gap-2">
      {chosen.firstRows.map(({ row, cells }) => {
        const shown =
          draft.kind === 'clients'
            ? detailsOf(readClientRow(cells, draft.match, context), clientDetails)
            : detailsOf(readRepairRow(cells, draft.match, context), repairDetails);
        return (
          <li key={row} className="flex flex-col gap-2 rounded border p-3">
            <p className="font-medium text-sm">Row {row}</p>
            {'details' in shown ? (
              <DetailList details={shown.details} />
            ) : (
              <Problems problems={shown.problems} />
            )}
          </li>
        );
      })}
    </ol>
  );
}
