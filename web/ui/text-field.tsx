import ArrowBigUpDash from 'lucide/arrow-big-up-dash';
import Eye from 'lucide/eye';
import EyeOff from 'lucide/eye-off';
import Search from 'lucide/search';
import X from 'lucide/x';
import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { IconButton } from './button.tsx';
import { classNames, controlClasses } from './classes.ts';
import { Field, type FieldText } from './field.tsx';

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
  return (
    <Field {...{ label, hint, error, optional, id }} isLabelHidden={isLow}>
      {(control) => (
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
      )}
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
  /** Inside the box, before the text (a symbol, an icon); not read out. */
  leading?: ReactNode;
  /** Inside the box, after the text: a button that belongs to the field. */
  trailing?: ReactNode;
  isLabelHidden?: boolean;
}

export function TextField({
  label,
  hint,
  isDoubtful = false,
  error,
  optional = false,
  id,
  leading,
  trailing,
  isLabelHidden = false,
  type = 'text',
  ...rest
}: TextFieldProps) {
  return (
    <Field {...{ label, hint, isDoubtful, error, optional, id, isLabelHidden }}>
      {(control) => (
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
              // It would be a tab stop of its own that shows nothing.
              type === 'time' && '[&::-webkit-calendar-picker-indicator]:hidden',
              leading !== undefined && 'pl-9',
              trailing !== undefined && 'pr-control',
            )}
          />
          {trailing !== undefined && <span className="absolute right-0 flex">{trailing}</span>}
        </span>
      )}
    </Field>
  );
}

type PasswordFieldProps = Omit<
  TextFieldProps,
  'type' | 'trailing' | 'onKeyDown' | 'onKeyUp' | 'onClick'
>;

/** A password: hidden unless the user wants to see it, with a note when Caps Lock is on. */
export function PasswordField({ hint, onBlur, ...rest }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const [isCapsLock, setIsCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent | MouseEvent) =>
    setIsCapsLock(event.getModifierState('CapsLock'));

  return (
    <TextField
      {...rest}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      onClick={watchCapsLock}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        setIsCapsLock(false);
        onBlur?.(event);
      }}
      hint={
        isCapsLock ? (
          <span className="inline-flex items-center gap-1.5">
            <ArrowBigUpDash aria-hidden="true" size={16} />
            Caps Lock is on.
          </span>
        ) : (
          hint
        )
      }
      trailing={
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label={isShown ? 'Hide characters' : 'Show characters'}
          pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
}

interface SearchFieldProps
  extends Omit<TextFieldProps, 'type' | 'value' | 'onChange' | 'ref' | 'leading' | 'trailing'> {
  value: string;
  onValueChange: (value: string) => void;
}

/** Controlled; Escape and the cross empty it and leave the focus in it. */
export function SearchField({ value, onValueChange, onKeyDown, ...rest }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);

  function clear() {
    onValueChange('');
    input.current?.focus();
  }

  return (
    <TextField
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      enterKeyHint="search"
      aria-required={false}
      {...rest}
      ref={input}
      type="search"
      isLabelHidden
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.key === 'Escape' && value !== '' && !event.defaultPrevented) {
          event.preventDefault();
          event.stopPropagation();
          clear();
        }
      }}
      leading={<Search size={16} />}
      trailing={
        value === '' ? undefined : <IconButton icon={X} label="Clear search" onClick={clear} />
      }
    />
  );
}
