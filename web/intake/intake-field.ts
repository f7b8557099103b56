import { type UseFormReturn, useFormContext, useFormState } from 'react-hook-form';
import type { NewRepair } from './intake-check.ts';
import type { IntakeField, IntakeFields } from './intake-fields.ts';

export type IntakeForm = UseFormReturn<IntakeFields, unknown, NewRepair>;

/** The form that a part of it stands in. */
export function useIntakeForm(): IntakeForm {
  return useFormContext<IntakeFields, unknown, NewRepair>();
}

/** What is wrong with a field. */
export function useIntakeError(name: IntakeField): string | undefined {
  const { errors } = useFormState<IntakeFields>({ name, exact: true });
  return errors[name]?.message;
}

/** What ties a field to the form, and what is wrong with it. */
export function useIntakeField(name: Exclude<IntakeField, 'client'>) {
  const { register } = useIntakeForm();
  return { ...register(name), error: useIntakeError(name) };
}
