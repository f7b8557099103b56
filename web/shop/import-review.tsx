import Download from 'lucide/download';
import { type ReactNode, useState } from 'react';
import type { ImportReport } from '../../domain/api-transfer.ts';
import type { ColumnMatch } from '../../domain/transfer-columns.ts';
import { CallProblem } from '../data/call.ts';
import { showFailure } from '../data/failure-toast.ts';
import { ProblemBanner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { ColumnFields } from './column-fields.tsx';
import { type ChosenFile, countOf, reportSentences, saveFile } from './file-words.ts';
import { type Check, type ImportDraft, useImportCheck } from './import-check.ts';
import { type ImportResult, rejectedRows, useImportRun } from './import-run.ts';
import { RowPreview, RowProblems } from './row-preview.tsx';

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

/** Why the button cannot be pressed now. */
function reasonNot(check: Check): string | undefined {
  if (check.state === 'waiting') return `Choose a column for ${check.missing.join(', ')}`;
  if (check.state === 'checking') return 'The file is being checked';
  if (check.state === 'refused') return 'The file cannot be read';
  return check.report.added === 0 ? 'There is nothing to add' : undefined;
}

/** From the chosen file to the import: columns, first rows, what it would do. */
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
      <Part title="The first rows, as they would be taken in">
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
