import { useId } from 'react';
import type { RepairFieldName } from '../../domain/repair-fields.ts';
import { RepairControl } from '../repairs/repair-control.tsx';
import { useIntakeField } from './intake-field.ts';

/** One of the ticket's fields in the form, with what may be meant. */
export function IntakeControl({
  name,
  suggestions,
}: {
  name: RepairFieldName;
  suggestions?: readonly string[] | undefined;
}) {
  const listId = useId();
  const field = useIntakeField(name);
  return (
    <>
      <RepairControl {...field} name={name} list={suggestions && listId} />
      {suggestions && (
        <datalist id={listId}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </>
  );
}
