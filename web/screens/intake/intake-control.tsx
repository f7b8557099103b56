import CircleUser from 'lucide/circle-user-round';
import TriangleAlert from 'lucide/triangle-alert';
import type { ReactNode } from 'react';
import { type UseFormReturn, useFormContext, useFormState } from 'react-hook-form';
import type { CallProblem } from '../../data/call.ts';
import type { NewRepair } from '../../data/intake/intake-check.ts';
import { fieldOf, type IntakeField, type IntakeFields } from '../../data/intake/intake-fields.ts';
import { classNames } from '../../ui/classes.ts';

export type IntakeForm = UseFormReturn<IntakeFields, unknown, NewRepair>;

export function useIntakeForm(): IntakeForm {
  return useFormContext<IntakeFields, unknown, NewRepair>();
}

function useIntakeError(name: IntakeField): string | undefined {
  const { errors } = useFormState<IntakeFields>({ name, exact: true });
  return errors[name]?.message;
}

export function useIntakeField(name: Exclude<IntakeField, 'client'>) {
  const { register } = useIntakeForm();
  return { ...register(name), error: useIntakeError(name) };
}

/** Puts what the server has against the form at its fields. @returns those fields */
export function showErrors(
  form: IntakeForm,
  { code, detail, errors }: Pick<CallProblem, 'code' | 'detail' | 'errors'>,
): IntakeField[] {
  const faults = errors.flatMap(({ path, message }) => {
    const name = fieldOf(path);
    return name === null ? [] : [{ name, message }];
  });
  if (code === 'client-not-found') {
    form.setValue('client', null);
    faults.push({ name: 'client', message: detail });
  }
  for (const { name, message } of faults) form.setError(name, { message });
  return faults.map(({ name }) => name);
}

/**
 * A note at a field that blocks nothing; read out when it appears.
 *
 * @param words empty for nothing: the region stays, so that later words are read out
 */
export function IntakeNotice({
  words,
  isWarning = false,
  actions,
}: {
  words: string;
  isWarning?: boolean;
  actions?: ReactNode;
}) {
  const IconPart = isWarning ? TriangleAlert : CircleUser;
  const isShown = words !== '';
  return (
    <div
      className={classNames(
        'flex flex-col gap-2 rounded text-sm',
        isShown && 'mt-2 px-3 py-2',
        isShown && (isWarning ? 'bg-sunken text-soon' : 'bg-sunken text-accent'),
      )}
    >
      <div role="status" className="flex items-start gap-2 empty:hidden">
        {isShown && (
          <>
            <IconPart aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
            <span className="min-w-0 [overflow-wrap:anywhere]">{words}</span>
          </>
        )}
      </div>
      {isShown && actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
