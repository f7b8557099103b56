import CircleCheck from 'lucide/circle-check';
import Download from 'lucide/download';
import { useEffect, useRef, useState } from 'react';
import { guessColumns, type ImportKind, importKinds } from '../../../domain/transfer-columns.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/choice-fields.tsx';
import { fileSize } from '../../ui/counts.ts';
import { Field } from '../../ui/field.tsx';
import { FileArea } from '../../ui/file-area.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { type ChosenFile, chooseFile, reportSentences } from './file-words.ts';
import { ImportReview, RowProblems } from './import-review.tsx';
import type { ImportDraft, ImportResult } from './import-run.ts';
import { ShopPart } from './shop-part.tsx';

function FileField({
  label,
  file,
  error,
  onFile,
}: {
  label: string;
  file: File | null;
  error: string | undefined;
  onFile: (file: File) => void;
}) {
  const hint = 'CSV, up to 20 MB and 20,000 rows; its first row names the columns';
  return (
    <Field {...{ label, hint, error }}>
      {(control) => (
        <FileArea {...control} accept=".csv,.tsv,.txt,text/csv" onFile={onFile}>
          <span role="status" className="min-w-0 break-words text-sm">
            {file === null ? (
              <span className="hidden px-1 text-ink-muted desk:inline">or drop one here</span>
            ) : (
              `${file.name}, ${fileSize(file.size)}`
            )}
          </span>
        </FileArea>
      )}
    </Field>
  );
}

const kindLabels: Record<ImportKind, string> = { clients: 'Clients', repairs: 'Repairs' };

function Done({ result, onAnother }: { result: ImportResult; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { report, rejected } = result;
  return (
    <div className="flex flex-col gap-3 border-t pt-4">
      <h3 ref={heading} tabIndex={-1} className="flex items-center gap-2 font-medium">
        <CircleCheck aria-hidden="true" size={18} className="shrink-0 text-good" />
        The import is done
      </h3>
      <p className="max-w-prose">{reportSentences(report, true).join(' ')}</p>
      {report.rejected > 0 && <RowProblems report={report} />}
      <div className="flex flex-wrap gap-2">
        {rejected !== null && (
          <Button icon={Download} onClick={() => saveFile(rejected)}>
            Download these rows
          </Button>
        )}
        <Button onClick={onAnother}>Import another file</Button>
      </div>
    </div>
  );
}

export function ImportCard() {
  const [kind, setKind] = useState<ImportKind>('clients');
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [draft, setDraft] = useState<ImportDraft | null>(null);
  const [message, setMessage] = useState<string>();
  const [result, setResult] = useState<ImportResult | null>(null);
  const latest = useRef<File | null>(null);

  function start(next: ChosenFile | null, nextKind: ImportKind) {
    setResult(null);
    setChosen(next);
    setDraft(
      next && { kind: nextKind, file: next.file, match: guessColumns(nextKind, next.headers) },
    );
  }

  async function pick(file: File) {
    latest.current = file;
    const choice = await chooseFile(file);
    // Another one was picked while this one was being read.
    if (latest.current !== file) return;
    setMessage('message' in choice ? choice.message : undefined);
    start('chosen' in choice ? choice.chosen : null, kind);
  }

  return (
    <ShopPart
      title="Import"
      about="Clients and repairs from another program, or from an export of this one. You see what would be imported before anything changes. Clients and repairs already here stay as they are, and no texts are sent."
    >
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-[14rem_1fr]">
        <SelectField
          label="What the file contains"
          value={kind}
          onChange={(event) => {
            const next = importKinds.find((one) => one === event.target.value) ?? 'clients';
            setKind(next);
            start(chosen, next);
          }}
        >
          {importKinds.map((one) => (
            <option key={one} value={one}>
              {kindLabels[one]}
            </option>
          ))}
        </SelectField>
        <FileField
          label="File"
          file={chosen?.file ?? null}
          error={message}
          onFile={(file) => void pick(file)}
        />
      </div>
      {result !== null ? (
        <Done
          result={result}
          onAnother={() => {
            start(null, kind);
          }}
        />
      ) : (
        chosen !== null &&
        draft !== null && (
          <ImportReview
            key={draft.kind}
            draft={draft}
            chosen={chosen}
            onMatch={(match) => setDraft({ ...draft, match })}
            onDone={setResult}
          />
        )
      )}
    </ShopPart>
  );
}
