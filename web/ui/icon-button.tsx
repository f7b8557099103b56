import type { ComponentProps } from 'react';
import { Spinner } from './button.tsx';
import { classNames, type Icon } from './classes.ts';

export interface IconButtonProps
  extends Omit<ComponentProps<'button'>, 'disabled' | 'className' | 'children' | 'aria-label'> {
  icon: Icon;
  /** What it does: its accessible name, and the hint under a resting mouse. */
  label: string;
  pending?: boolean;
  /** Why it cannot be pressed now; read out with it and shown under a resting mouse. */
  disabledReason?: string | undefined;
  /** For a button that is on or off, such as one of a row of choices. */
  pressed?: boolean;
}

export function IconButton({
  icon: IconPart,
  label,
  pending = false,
  disabledReason,
  pressed,
  type = 'button',
  onClick,
  ...rest
}: IconButtonProps) {
  const isInert = pending || disabledReason !== undefined;
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={disabledReason === undefined ? label : `${label}: ${disabledReason}`}
      aria-pressed={pressed}
      aria-disabled={isInert || undefined}
      aria-busy={pending || undefined}
      onClick={isInert ? undefined : onClick}
      className={classNames(
        'inline-grid size-control shrink-0 place-items-center rounded transition-colors not-aria-disabled:hover:bg-sunken not-aria-disabled:hover:text-ink aria-disabled:text-ink-muted aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent',
        pressed ? 'bg-accent-soft text-accent' : 'text-ink-muted',
      )}
    >
      {pending ? <Spinner size={18} /> : <IconPart aria-hidden="true" size={18} />}
    </button>
  );
}
