import { useQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide/chevron-right';
import Download from 'lucide/download';
import { type ReactNode, useState } from 'react';
import type { ImportReport } from '../../../domain/api-transfer.ts';
import {
  type ImportContext,
  type ImportedClient,
  type ImportedRepair,
  type RowProblem,
  type RowReading,
  readClientRow,
  readRepairRow,
} from '../../../domain/import-rows.ts';
import { listText } from '../../../domain/list-text.ts';
import {
  type ColumnMatch,
  type ImportField,
  importFields,
} from '../../../domain/transfer-columns.ts';
import { CallProblem } from '../../data/call.ts';
import { showFailure } from '../../data/failure-toast.ts';
import { techniciansQuery } from '../../data/queries.ts';
import { useAsksForEmail } from '../../data/shop-settings.ts';
import { typedDetails } from '../../parts/repair/field-details.tsx';
import { StatusBadge } from '../../parts/repair/status-badge.tsx';
import { DateTime } from '../../parts/time/date-time.tsx';
import { ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { type Detail, DetailList } from '../../ui/card.tsx';
import { SelectField } from '../../ui/choice-fields.tsx';
import { formatCount } from '../../ui/counts.ts';
import { saveFile } from '../../ui/save-file.ts';
import { ProgressBar } from '../../ui/states.tsx';
import { type ChosenFile, countOf, problemText, reportSentences } from './file-words.ts';
import {
  type Check,
  type ImportDraft,
  type ImportResult,
  rejectedRows,
  useImportCheck,
  useImportRun,
  zoneOfFile,
} from './import-run.ts';

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2 border-t pt-4">
      <h3 className="font-medium">{title}</h3>
      {children}
    </div>
  );
}

function RejectedButton({ draft }: { draft: ImportDraft }) {
  const [isPending, setIsPending] = useState(false);
  async function download() {
    setIsPending(true);
    try {
      saveFile(await rejectedRows(draft));
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
      showFailure(error, error);
    } finally {
      setIsPending(false);
    }
  }
  return (
    <Button icon={Download} pending={isPending} onClick={() => void download()}>
      Download these rows
    </Button>
  );
}

function Report({ report, draft }: { report: ImportReport; draft: ImportDraft }) {
  return (
    <>
      <p className="max-w-prose">{reportSentences(report, false).join(' ')}</p>
      {report.rejected > 0 && (
        <>
          <RowProblems report={report} />
          <div>
            <RejectedButton draft={draft} />
          </div>
        </>
      )}
    </>
  );
}

function reasonNot(check: Check): string | undefined {
  if (check.state === 'waiting') return `Choose a column for ${listText(check.missing)}`;
  if (check.state === 'checking') return 'The file is being checked';
  if (check.state === 'refused') return 'The file can’t be read';
  return check.report.added === 0 ? 'There is nothing to add' : undefined;
}

export function ImportReview({
  draft,
  chosen,
  onMatch,
  onDone,
}: {
  draft: ImportDraft;
  chosen: ChosenFile;
  onMatch: (match: ColumnMatch) => void;
  onDone: (result: ImportResult) => void;
}) {
  const check = useImportCheck(draft);
  const { run, begin } = useImportRun(onDone);
  const isRunning = run.state === 'running';
  const report = check.state === 'checked' ? check.report : null;
  const reason = reasonNot(check);

  return (
    <div className="flex flex-col gap-4">
      <Part title="Columns">
        <ColumnFields {...{ draft, chosen, onMatch }} />
      </Part>
      <Part title="The first rows, as they would be imported">
        <RowPreview {...{ draft, chosen }} />
      </Part>
      <Part title="The whole file">
        <div role="status" className="flex flex-col gap-3">
          {check.state === 'checking' && <ProgressBar label="Checking every row…" />}
          {report !== null && <Report {...{ report, draft }} />}
        </div>
        <div role="alert" className="empty:hidden">
          <ProblemBanner
            problem={check.state === 'refused' ? check.problem : isRunning ? null : run.problem}
          />
        </div>
        {isRunning && (
          <ProgressBar
            label="Importing…"
            value={run.rowsDone}
            max={Math.max(1, run.rows)}
            detail={`${run.rowsDone.toLocaleString('en-US')} of ${run.rows.toLocaleString('en-US')} rows`}
          />
        )}
        <div>
          <Button
            variant="primary"
            pending={isRunning}
            disabledReason={reason}
            onClick={() => report !== null && void begin(draft, report)}
          >
            {report === null || report.added === 0
              ? 'Import'
              : `Import ${countOf(draft.kind, report.added)}`}
          </Button>
        </div>
      </Part>
    </div>
  );
}

function Grid({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-x-4 gap-y-3">
      {children}
    </div>
  );
}

/** Which of the file's columns is which field: guessed, and changed by hand if the guess is wrong. */
function ColumnFields({
  draft,
  chosen,
  onMatch,
}: {
  draft: ImportDraft;
  chosen: ChosenFile;
  onMatch: (match: ColumnMatch) => void;
}) {
  const fields = importFields[draft.kind];
  const isShown = ({ key, isRequired }: ImportField) => isRequired === true || key in draft.match;
  const further = fields.filter((field) => !isShown(field));

  // Told apart by position: two may have the same name.
  const columns = chosen.headers.map((header, place) => ({
    place,
    title: header.trim() === '' ? `Column ${place + 1}` : header.slice(0, 80),
  }));

  function choose(key: string, value: string) {
    const { [key]: _before, ...others } = draft.match;
    onMatch(value === '' ? others : { ...others, [key]: Number(value) });
  }

  const select = ({ key, label, isRequired }: ImportField) => (
    <SelectField
      key={key}
      label={label}
      optional={!isRequired}
      placeholder={isRequired ? 'Choose a column' : 'Not in this file'}
      value={draft.match[key] ?? ''}
      onChange={(event) => choose(key, event.target.value)}
    >
      {columns.map(({ place, title }) => (
        <option key={place} value={place}>
          {title}
        </option>
      ))}
    </SelectField>
  );

  return (
    <div className="flex flex-col gap-3">
      <Grid>{fields.filter(isShown).map(select)}</Grid>
      {further.length > 0 && (
        <details className="group">
          <summary className="inline-flex min-h-control cursor-pointer list-none items-center gap-1 rounded pr-2 text-sm [&::-webkit-details-marker]:hidden">
            <ChevronRight
              aria-hidden="true"
              size={16}
              className="transition-transform group-open:rotate-90"
            />
            Fields that this file does not have ({further.length})
          </summary>
          <div className="pt-2">
            <Grid>{further.map(select)}</Grid>
          </div>
        </details>
      )}
    </div>
  );
}

/** More than can be read on a screen; the file of rejected rows has them all. */
const maxShown = 12;

export function RowProblems({ report }: { report: ImportReport }) {
  const shown = report.problems.slice(0, maxShown);
  const rows = new Set(shown.map(({ row }) => row)).size;
  return (
    <div className="flex flex-col gap-1 text-sm">
      <ul aria-label="Rows that can’t be imported" className="rounded border px-3 py-2">
        {shown.map(({ row, column, message }) => (
          <li key={`${row} ${column} ${message}`} className="break-words py-0.5">
            <span className="figures font-medium">Row {row}</span>:{' '}
            {problemText({ column, message })}
          </li>
        ))}
      </ul>
      {rows < report.rejected && (
        <p className="text-ink-muted">
          The first {formatCount(rows)} of {formatCount(report.rejected)} rows. The downloaded file
          lists them all.
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
  { label: 'Status', value: <StatusBadge {...repair} /> },
  { label: 'Technician', value: repair.technician?.name },
  { label: 'Created at', value: time(repair.createdAt) },
  { label: 'Completed at', value: time(repair.completedAt) },
  { label: 'Collected at', value: time(repair.collectedAt) },
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

function RowPreview({ draft, chosen }: { draft: ImportDraft; chosen: ChosenFile }) {
  const technicians = useQuery(techniciansQuery).data?.items;
  const isEmailRequired = useAsksForEmail();
  if (technicians === undefined) return null;
  const context: ImportContext = {
    technicians,
    timeZone: zoneOfFile(),
    isEmailRequired,
    now: Date.now(),
  };
  return (
    <ol className="flex flex-col divide-y rounded border">
      {chosen.firstRows.map(({ row, cells }) => {
        const shown =
          draft.kind === 'clients'
            ? detailsOf(readClientRow(cells, draft.match, context), clientDetails)
            : detailsOf(readRepairRow(cells, draft.match, context), repairDetails);
        return (
          <li key={row} className="flex flex-col gap-2 p-3">
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
