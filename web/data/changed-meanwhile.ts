import { CallProblem } from './call.ts';

/** A field that a colleague has changed since the form was opened. */
export interface ChangedField<Name extends string> {
  name: Name;
  /** What was last typed in this form. */
  yours: string;
  stored: string;
}

/**
 * Brings a form up to what is stored now: what was typed stays, the rest follows the store.
 * @returns the form's fields, and those of which there are two versions to choose from
 */
export function mergeStored<Name extends string>(
  opened: Readonly<Record<Name, string>>,
  stored: Readonly<Record<Name, string>>,
  typed: Readonly<Record<Name, string>>,
): { fields: Record<Name, string>; changed: ChangedField<Name>[] } {
  const fields: Record<Name, string> = { ...typed };
  const changed: ChangedField<Name>[] = [];
  for (const name of Object.keys(stored) as Name[]) {
    const isAlike = stored[name] === opened[name] || stored[name] === typed[name].trim();
    if (!isAlike) changed.push({ name, yours: typed[name], stored: stored[name] });
    if (typed[name] === opened[name]) fields[name] = stored[name];
  }
  return { fields, changed };
}

/** @returns the fields, where what was just typed is the newer version of one of them */
export function noteTyped<Name extends string>(
  changed: readonly ChangedField<Name>[],
  name: Name,
  value: string,
): ChangedField<Name>[] {
  return changed.map((field) =>
    field.name === name && value !== field.stored ? { ...field, yours: value } : field,
  );
}

/** Whether a change was refused because it was made from an older version. */
export const isChangedMeanwhile = (error: Error | null): error is CallProblem =>
  error instanceof CallProblem && error.code === 'changed-meanwhile';
