import type { ComponentProps } from 'react';
import { FieldError, FieldHint, type FieldText, useFieldIds } from './field.tsx';

export interface SwitchFieldProps
  extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'role'>,
    Omit<FieldText, 'optional'> {}

/** The box's own checked state is the switch's: no second copy of it in `aria-checked`. */
const nativeSwitch = { type: 'checkbox', role: 'switch' } as const;

/** For what takes effect at once; what waits for a button is a CheckField. */
export function SwitchField({ label, hint, error, id, ...rest }: SwitchFieldProps) {
  const { control, hintId, errorId } = useFieldIds({ hint, error }, id);
  return (
    <div className="flex min-w-0 flex-col">
      <label htmlFor={control.id} className="flex min-h-control cursor-pointer items-center gap-3">
        <span className="relative flex shrink-0 items-center">
          <input
            {...rest}
            {...control}
            {...nativeSwitch}
            className="peer h-6 w-10 cursor-pointer appearance-none rounded border border-line-strong bg-sunken transition-colors checked:border-accent checked:bg-accent aria-invalid:border-danger-ink"
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute left-1 size-4 rounded-[3px] bg-line-strong transition-transform peer-checked:translate-x-4 peer-checked:bg-on-accent"
          />
        </span>
        <span className="min-w-0">{label}</span>
      </label>
      <div className="-mt-2 flex flex-col gap-1 pb-2 pl-13 empty:hidden desk:-mt-1">
        <FieldError id={errorId}>{error}</FieldError>
        <FieldHint id={hintId}>{hint}</FieldHint>
      </div>
    </div>
  );
}
