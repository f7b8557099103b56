import { useId } from 'react';
import { type UseFormReturn, useFormContext, useFormState } from 'react-hook-form';
import type { RepairFieldName } from '../../domain/repair-fields.ts';
import { RepairControl } from '../repairs/repair-control.tsx';
import type { NewRepair } from './intake-check.ts';
import type { IntakeField, IntakeFields } from './intake-fields.ts';

export type IntakeForm = UseFormReturn<IntakeFields, unknown, NewRepair>;

/** The form that a part of it stands in. */
export function useIntakeForm(): IntakeForm {
  return useFormContext<IntakeFields, unknown, NewRepair>();
}

/** What is wrong with a field. */
function useIntakeError(name: IntakeField): string | undefined {
  const { errors } = useFormState<IntakeFields>({ name, exact: true });
  return errors[name]?.message;
}

/** What ties a field to the form, and what is wrong with it. */
export function useIntakeField(name: Exclude<IntakeField, 'client'>) {
  const { register } = useIntakeForm();
  return { ...register(name), error: useIntakeError(name) };
}

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
