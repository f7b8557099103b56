import ChevronDown from 'lucide/chevron-down';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { controlClasses } from './control-classes.ts';
import { Field, type FieldText, useFieldIds } from './field.tsx';

export interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'className'>, FieldText {
  /** The first, empty choice, e.g. "Choose a technician". */
  placeholder?: string;
  /** `<option>` elements. */
  children: ReactNode;
}

/** The platform's own picker: on a tablet nothing drawn by us comes near it. */
export function SelectField({
  label,
  hint,
  error,
  optional = false,
  id,
  placeholder,
  children,
  ...rest
}: SelectFieldProps) {
  const { control, hintId, errorId } = useFieldIds({ hint, error }, id);
  return (
    <Field {...{ label, hint, error, optional, hintId, errorId }} controlId={control.id}>
      <span className="relative flex items-center">
        <select
          aria-required={!optional || undefined}
          {...rest}
          {...control}
          className={classNames(controlClasses, 'h-control appearance-none truncate pr-9 pl-3')}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {children}
        </select>
        <ChevronDown
          aria-hidden="true"
          size={16}
          className="pointer-events-none absolute right-3 text-ink-muted"
        />
      </span>
    </Field>
  );
}
