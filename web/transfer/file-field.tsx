import FileUp from 'lucide/file-up';
import { useRef } from 'react';
import { buttonClasses } from '../ui/button-classes.ts';
import { classNames } from '../ui/class-names.ts';
import { Field, useFieldIds } from '../ui/field.tsx';
import { useDroppedFile } from './dropped-file.ts';
import { sizeText } from './file-words.ts';

/** A CSV file, picked or dropped. */
export function FileField({
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
  const area = useRef<HTMLDivElement>(null);
  const isOver = useDroppedFile(area, onFile);
  const hint = 'CSV, up to 20 MB and 20,000 rows; its first row names the columns';
  const { control, hintId, errorId } = useFieldIds({ hint, error }, undefined);
  return (
    <Field {...{ label, hint, error, hintId, errorId }} controlId={control.id}>
      <div
        ref={area}
        className={classNames(
          'flex flex-wrap items-center gap-x-3 gap-y-2 rounded border border-dashed p-2 transition-colors',
          isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
        )}
      >
        {/* The browser's own file button lies over the one that is seen: it is the field. */}
        <span className="relative inline-flex rounded has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2">
          <span aria-hidden="true" className={buttonClasses()}>
            <FileUp size={16} className="shrink-0" />
            Choose a file
          </span>
          <input
            {...control}
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            onChange={(event) => {
              const picked = event.target.files?.[0];
              if (picked) onFile(picked);
              // So that the same file can be picked again.
              event.target.value = '';
            }}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
        </span>
        <span role="status" className="min-w-0 break-words text-sm">
          {file === null ? (
            <span className="hidden px-1 text-ink-muted desk:inline">or drop one here</span>
          ) : (
            `${file.name}, ${sizeText(file.size)}`
          )}
        </span>
      </div>
    </Field>
  );
}
