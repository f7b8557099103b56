import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { controlClasses } from './control-classes.ts';
import { Field, type FieldText, useFieldIds } from './field.tsx';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className'>, FieldText {
  /** Stands inside the box, before the text (a sign, an icon); not read out. */
  leading?: ReactNode;
  /** Stands inside the box, after the text: a button that belongs to the field. */
  trailing?: ReactNode;
}

export function TextField({
  label,
  hint,
  error,
  optional = false,
  id,
  leading,
  trailing,
  type = 'text',
  ...rest
}: TextFieldProps) {
  const { control, hintId, errorId } = useFieldIds({ hint, error }, id);
  return (
    <Field {...{ label, hint, error, optional, hintId, errorId }} controlId={control.id}>
      <span className="relative flex items-center">
        {leading !== undefined && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute left-3 flex items-center text-ink-muted"
          >
            {leading}
          </span>
        )}
        <input
          dir={type === 'text' ? 'auto' : undefined}
          aria-required={!optional || undefined}
          {...rest}
          {...control}
          type={type}
          className={classNames(
            controlClasses,
            'h-control px-3',
            leading !== undefined && 'pl-9',
            trailing !== undefined && 'pr-control',
          )}
        />
        {trailing !== undefined && <span className="absolute right-0 flex">{trailing}</span>}
      </span>
    </Field>
  );
}
