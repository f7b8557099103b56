import Search from 'lucide/search';
import X from 'lucide/x';
import { useRef } from 'react';
import { IconButton } from './icon-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

interface SearchFieldProps
  extends Omit<TextFieldProps, 'type' | 'value' | 'onChange' | 'ref' | 'leading' | 'trailing'> {
  value: string;
  onValueChange: (value: string) => void;
  /** Shows the label above the box instead of only reading it out. */
  showLabel?: boolean;
}

/** Controlled; Escape and the cross empty it and leave the focus in it. */
export function SearchField({
  value,
  onValueChange,
  showLabel = false,
  onKeyDown,
  ...rest
}: SearchFieldProps) {
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
      isLabelHidden={!showLabel}
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
