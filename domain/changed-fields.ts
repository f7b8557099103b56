type Fields = Readonly<Record<string, unknown>>;

/** What an event tells of a change: each field that is another now, as it was and as it is. */
export interface FieldChanges {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/**
 * @param before everything that may have changed; what is in only one of the two has not changed
 * @returns the fields whose values differ
 */
export function changedFields(before: Fields, after: Fields): FieldChanges {
  const changes: FieldChanges = { before: {}, after: {} };
  for (const [field, value] of Object.entries(after)) {
    if (!(field in before) || before[field] === value) continue;
    changes.before[field] = before[field];
    changes.after[field] = value;
  }
  return changes;
}
