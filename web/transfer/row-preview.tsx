import { useQuery } from '@tanstack/react-query';
import {
  type ImportContext,
  type ImportedClient,
  type ImportedRepair,
  type RowProblem,
  type RowReading,
  readClientRow,
  readRepairRow,
} from '../../domain/import-rows.ts';
import { techniciansQuery } from '../api/queries.ts';
import { typedDetails } from '../repairs/repair-details.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { type Detail, DetailList } from '../ui/detail-list.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import type { ChosenFile } from './chosen-file.ts';
import { problemText } from './file-words.ts';
import { type ImportDraft, ownTimeZone } from './import-check.ts';

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
    <ul className="text-danger-ink text-sm">
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
