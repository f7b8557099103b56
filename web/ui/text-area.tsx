import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { controlClasses } from './control-classes.ts';
import { Field, type FieldText, useFieldIds } from './field.tsx';

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className'>, FieldText {}

/** Grows with what is typed, up to half of the screen. */
export function TextArea({
  label,
  hint,
  error,
  optional = false,
  id,
  rows = 3,
  ...rest
}: TextAreaProps) {
  const { control, hintId, errorId } = useFieldIds({ hint, error }, id);
  return (
    <Field {...{ label, hint, error, optional, hintId, errorId }} controlId={control.id}>
      <textarea
        dir="auto"
        aria-required={!optional || undefined}
        {...rest}
        {...control}
        rows={rows}
        className={classNames(
          controlClasses,
          'field-sizing-content block max-h-[50dvh] min-h-20 resize-y px-3 py-2',
        )}
      />
    </Field>
  );
}
