/**
 * Which version of a ticket or client the user has seen: the `If-Match` of a change, so that it
 * does not undo what a colleague has changed in the meantime (RFC 9110, section 13.1.1).
 */

/** @param updatedAt of the row as it was read. @returns the entity tag to send as `If-Match` */
export function versionTag(updatedAt: string): string {
  return `"${updatedAt}"`;
}

/**
 * @param ifMatch the header as it came; undefined if a caller names no version
 * @param updatedAt of the row as it is now
 * @returns whether the change may be made
 */
export function isVersionSeen(ifMatch: string | undefined, updatedAt: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  return ifMatch.split(',').some((one) => one.trim() === versionTag(updatedAt));
}

type Fields = Readonly<Record<string, unknown>>;

/** What an event says about a change: each field that has changed, as it was and as it is. */
export interface FieldChanges {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Lists and objects are equal if they hold the same in the same order. */
const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/**
 * @param before everything that may have changed; what is in only one of the two has not changed
 * @returns the fields whose values differ
 */
export function changedFields(before: Fields, after: Fields): FieldChanges {
  const changes: FieldChanges = { before: {}, after: {} };
  for (const [field, value] of Object.entries(after)) {
    if (!(field in before) || isEqual(before[field], value)) continue;
    changes.before[field] = before[field];
    changes.after[field] = value;
  }
  return changes;
}

/** Whether a row has all these values already: then the same request came before. */
export const hasValues = (row: object, values: object): boolean =>
  Object.keys(changedFields({ ...row }, { ...values }).after).length === 0;

/**
 * @param edit the fields that are given; what is undefined stays as it is
 * @returns the fields after the edit, and which of them it changes; null if it changes none
 */
export function editedFields<Values extends object>(
  stored: Values,
  edit: object,
): { next: Values; changes: FieldChanges | null } {
  const given = Object.entries(edit).filter(([, value]) => value !== undefined);
  const next: Values = { ...stored, ...Object.fromEntries(given) };
  const changes = changedFields(stored as Fields, next as Fields);
  return { next, changes: Object.keys(changes.after).length === 0 ? null : changes };
}

/** {@link changedFields} of some of the fields of a row. */
export function changesOf<Row extends object>(
  before: Row,
  after: Row,
  fields: readonly (keyof Row & string)[],
): FieldChanges {
  const some = (row: Row) => Object.fromEntries(fields.map((field) => [field, row[field]]));
  return changedFields(some(before), some(after));
}
