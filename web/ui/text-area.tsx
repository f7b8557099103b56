import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { controlClasses } from './control-classes.ts';
import { Field, type FieldText, useFieldIds } from './field.tsx';

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className'>, FieldText {
  /** As high as a line of buttons, its label only read out. */
  isLow?: boolean;
}

/** Grows with what is typed, up to half of the screen. */
export function TextArea({
  label,
  hint,
  error,
  optional = false,
  id,
  rows = 3,
  isLow = false,
  ...rest
}: TextAreaProps) {
  const { control, hintId, errorId } = useFieldIds({ hint, error }, id);
  return (
    <Field
      {...{ label, hint, error, optional, hintId, errorId }}
      controlId={control.id}
      isLabelHidden={isLow}
    >
      <textarea
        dir="auto"
        aria-required={!optional || undefined}
        {...rest}
        {...control}
        rows={rows}
        className={classNames(
          controlClasses,
          'field-sizing-content block max-h-[50dvh] px-3',
          isLow
            ? 'min-h-control resize-none py-[calc((var(--control)-1.5rem)/2-1px)]'
            : 'min-h-20 resize-y py-2',
        )}
      />
    </Field>
  );
}
