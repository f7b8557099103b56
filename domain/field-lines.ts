import type { FieldChanges } from './edits.ts';
import { type FieldList, fieldNames, fieldParts } from './field-list.ts';
import type { StoredData } from './history-words.ts';
import { isolated } from './isolated.ts';

/** The history's lines for the fields of a row that was added or changed. */

type Values = Readonly<Record<string, unknown>>;

const valuesOf = (value: unknown): Values =>
  typeof value === 'object' && value !== null ? (value as Values) : {};

/**
 * @param titled the field that is already in the event's title
 * @returns a line for each field that differs, null for every other field
 */
export function fieldLines<List extends FieldList>(
  list: List,
  titled: keyof List & string,
  { before, after }: StoredData<FieldChanges>,
): (string | null)[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  return fieldNames(list).map((name) => {
    const { kind, label = '' } = list[name] ?? {};
    if (kind === undefined) return null;
    const shown = (values: Values) =>
      fieldParts({ kind, label }, values[name])
        .map(({ text, isTyped }) => (isTyped ? isolated(text) : text))
        .join(', ');
    const [was, is] = [shown(old), shown(now)];
    if (was === is) return null;
    if (before !== null) return `${label}: ${was} → ${is}`;
    return name === titled ? null : `${label}: ${is}`;
  });
}
