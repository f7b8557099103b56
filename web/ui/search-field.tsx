import Search from 'lucide/search';
import X from 'lucide/x';
import { type ComponentProps, useId, useRef } from 'react';
import { classNames, controlClasses } from './classes.ts';
import { IconButton } from './icon-button.tsx';

export interface SearchFieldProps
  extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'value' | 'onChange' | 'ref'> {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  /** Shows the label above the box instead of only reading it out. */
  showLabel?: boolean;
}

/** Controlled; Escape and the cross empty it and leave the focus in it. */
export function SearchField({
  label,
  value,
  onValueChange,
  showLabel = false,
  id,
  onKeyDown,
  ...rest
}: SearchFieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const input = useRef<HTMLInputElement>(null);

  function clear() {
    onValueChange('');
    input.current?.focus();
  }

  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={controlId} className={showLabel ? 'font-medium' : 'sr-only'}>
        {label}
      </label>
      <span className="relative flex items-center">
        <Search
          aria-hidden="true"
          size={16}
          className="pointer-events-none absolute left-3 text-ink-muted"
        />
        <input
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          {...rest}
          ref={input}
          id={controlId}
          type="search"
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
          className={classNames(
            controlClasses,
            'h-control pr-control pl-9 [&::-webkit-search-cancel-button]:hidden',
          )}
        />
        {value !== '' && (
          <span className="absolute right-0 flex">
            <IconButton icon={X} label="Clear search" onClick={clear} />
          </span>
        )}
      </span>
    </div>
  );
}
