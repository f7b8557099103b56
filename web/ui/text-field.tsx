import type { ComponentProps, ReactNode } from 'react';
import { classNames, controlClasses } from './classes.ts';
import { Field, type FieldText, useFieldIds } from './field.tsx';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className'>, FieldText {
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

type MoneyFieldProps = Omit<TextFieldProps, 'type' | 'inputMode' | 'leading'>;

/**
 * Dollars as text: what was typed stays as it was typed and the domain's rule reads it, where a
 * number input would silently empty itself on "1,250.00".
 */
export function MoneyField(props: MoneyFieldProps) {
  return <TextField autoComplete="off" {...props} inputMode="decimal" leading="$" />;
}

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className'>, FieldText {
  /** Stands inside the box, before the text (a sign, an icon); not read out. */
  leading?: ReactNode;
  /** Stands inside the box, after the text: a button that belongs to the field. */
  trailing?: ReactNode;
  /** It is only read out. */
  isLabelHidden?: boolean;
}

export function TextField({
  label,
  hint,
  error,
  optional = false,
  id,
  leading,
  trailing,
  isLabelHidden = false,
  type = 'text',
  ...rest
}: TextFieldProps) {
  const { control, hintId, errorId } = useFieldIds({ hint, error }, id);
  return (
    <Field
      {...{ label, hint, error, optional, hintId, errorId, isLabelHidden }}
      controlId={control.id}
    >
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
            'h-control px-3 [&::-webkit-search-cancel-button]:hidden',
            leading !== undefined && 'pl-9',
            trailing !== undefined && 'pr-control',
          )}
        />
        {trailing !== undefined && <span className="absolute right-0 flex">{trailing}</span>}
      </span>
    </Field>
  );
}
