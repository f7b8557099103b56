import ArrowBigUpDash from 'lucide/arrow-big-up-dash';
import Eye from 'lucide/eye';
import EyeOff from 'lucide/eye-off';
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

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
