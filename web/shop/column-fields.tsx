import ChevronRight from 'lucide/chevron-right';
import type { ReactNode } from 'react';
import { type ColumnMatch, type ImportField, importFields } from '../../domain/transfer-columns.ts';
import { SelectField } from '../ui/choice-fields.tsx';
import type { ChosenFile } from './file-words.ts';
import type { ImportDraft } from './import-check.ts';

function Grid({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-x-4 gap-y-3">
      {children}
    </div>
  );
}

/** Which of the file's columns is which field: guessed, and changed by hand where the guess is wrong. */
export function ColumnFields({
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

  // Told apart by where they stand: two may have the same name.
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
