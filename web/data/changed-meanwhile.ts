import { CallProblem } from './call.ts';
import { toasts } from './toasts.ts';

/** A field that was changed here and by a colleague since the form was opened. */
export interface ChangedField<Name extends string> {
  name: Name;
  /** What was last typed in this form. */
  yours: string;
  stored: string;
}

/**
 * Updates a form to what is stored now: what was typed stays, the rest follows the store.
 *
 * @param opened what the form was opened with: what differs from it was changed
 * @returns the form's fields, those of which there are two versions to choose from, and those that only
 *   a colleague has changed
 */
export function mergeStored<Name extends string>(
  opened: Readonly<Record<Name, string>>,
  stored: Readonly<Record<Name, string>>,
  typed: Readonly<Record<Name, string>>,
): { fields: Record<Name, string>; changed: ChangedField<Name>[]; taken: Name[] } {
  const fields: Record<Name, string> = { ...typed };
  const changed: ChangedField<Name>[] = [];
  const taken: Name[] = [];
  for (const name of Object.keys(stored) as Name[]) {
    const isAlike = stored[name] === opened[name] || stored[name] === typed[name].trim();
    if (typed[name] === opened[name]) {
      fields[name] = stored[name];
      if (!isAlike) taken.push(name);
    } else if (!isAlike) changed.push({ name, yours: typed[name], stored: stored[name] });
  }
  return { fields, changed, taken };
}

/** @returns what to say about fields that only a colleague has changed; nothing if there are none */
export function alsoChangedWords(labels: readonly string[]): string | undefined {
  return labels.length === 0 ? undefined : `Also changed by someone else: ${labels.join(' · ')}`;
}

/** Says that something was saved. With what a colleague has changed it stays long enough to be read. */
export function showSaved(title: string, alsoChanged: string | undefined, about?: string): void {
  const detail = [about, alsoChanged].filter((line) => line !== undefined).join('\n');
  toasts.show({
    kind: alsoChanged === undefined ? 'success' : 'info',
    title,
    ...(detail !== '' && { detail }),
  });
}

/** @returns the fields, with what was just typed as the user's version of one of them */
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
