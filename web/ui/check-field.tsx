import Check from 'lucide/check';
import type { ComponentProps } from 'react';
import { FieldError, FieldHint, type FieldText, useFieldIds } from './field.tsx';

export interface CheckFieldProps
  extends Omit<ComponentProps<'input'>, 'className' | 'type'>,
    Omit<FieldText, 'optional'> {}

export function CheckField({ label, hint, error, id, ...rest }: CheckFieldProps) {
  const { control, hintId, errorId } = useFieldIds({ hint, error }, id);
  return (
    <div className="flex min-w-0 flex-col">
      <label htmlFor={control.id} className="flex min-h-control cursor-pointer items-center gap-3">
        <span className="relative grid size-5 shrink-0 place-items-center">
          <input
            {...rest}
            {...control}
            type="checkbox"
            className="peer size-5 cursor-pointer appearance-none rounded border border-line-strong bg-surface transition-colors checked:border-accent checked:bg-accent aria-invalid:border-danger-ink"
          />
          <Check
            aria-hidden="true"
            size={14}
            strokeWidth={3}
            className="pointer-events-none absolute text-on-accent opacity-0 peer-checked:opacity-100"
          />
        </span>
        <span className="min-w-0 break-words">{label}</span>
      </label>
      <div className="-mt-2 flex flex-col gap-1 pb-2 pl-8 empty:hidden desk:-mt-1">
        <FieldError id={errorId}>{error}</FieldError>
        <FieldHint id={hintId}>{hint}</FieldHint>
      </div>
    </div>
  );
}
