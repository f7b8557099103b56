import LoaderCircle from 'lucide/loader-circle';
import { type ComponentProps, type MouseEvent, type ReactNode, useId } from 'react';
import { type ButtonVariant, buttonClasses, classNames, type Icon } from './classes.ts';

/** Announces nothing: the component that shows it says in words what is going on. */
export function Spinner({ size = 16 }: { size?: number }) {
  return (
    <LoaderCircle
      aria-hidden="true"
      size={size}
      className="shrink-0 animate-spin motion-reduce:animate-none"
    />
  );
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'className'> {
  variant?: ButtonVariant;
  icon?: Icon;
  /** Its work is under way: shows a spinner, keeps its width and the focus, takes no second press. */
  pending?: boolean;
  /** Why it cannot be pressed now; shown below it and read out with it. */
  disabledReason?: string | undefined;
  /** What says so already, for several buttons at once: nothing is shown below this one. */
  reasonId?: string;
  block?: boolean;
  children: ReactNode;
}

/** No `disabled`: a button that vanishes from the keyboard cannot say why it does nothing. */
export function Button({
  variant = 'secondary',
  icon: IconPart,
  pending = false,
  disabledReason,
  reasonId: saidBy,
  block = false,
  type = 'button',
  onClick,
  children,
  'aria-describedby': describedBy,
  ...rest
}: ButtonProps) {
  const ownId = useId();
  const reasonId = saidBy ?? ownId;
  const isUnavailable = disabledReason !== undefined;
  const saysIt = isUnavailable && saidBy === undefined;
  const isInert = pending || isUnavailable;

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (isInert) {
      // Also keeps Enter in a field from submitting the form through this button.
      event.preventDefault();
      return;
    }
    onClick?.(event);
  }

  return (
    // Always there: a button must not lose the focus when the reason comes or goes.
    <span
      className={saysIt ? classNames('inline-flex flex-col gap-1', block && 'w-full') : 'contents'}
    >
      <button
        {...rest}
        type={type}
        onClick={press}
        aria-disabled={isInert || undefined}
        aria-busy={pending || undefined}
        aria-describedby={isUnavailable ? classNames(describedBy, reasonId) : describedBy}
        className={buttonClasses({ variant, isUnavailable, isBlock: block })}
      >
        <span
          className={classNames(
            'inline-flex items-center justify-center gap-2',
            pending && 'opacity-0',
          )}
        >
          {IconPart && <IconPart aria-hidden="true" size={16} className="shrink-0" />}
          {children}
        </span>
        {pending && (
          <span className="absolute inset-0 grid place-items-center">
            <Spinner />
          </span>
        )}
      </button>
      {saysIt && (
        <span id={reasonId} className="text-ink-muted text-sm">
          {disabledReason}
        </span>
      )}
    </span>
  );
}

interface IconButtonProps
  extends Omit<ComponentProps<'button'>, 'disabled' | 'className' | 'children' | 'aria-label'> {
  icon: Icon;
  /** What it does: its accessible name, and the tooltip. */
  label: string;
  pending?: boolean;
  /** Why it cannot be pressed now; read out with it and shown as a tooltip. */
  disabledReason?: string | undefined;
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
        'inline-grid size-control shrink-0 place-items-center rounded transition-colors not-aria-disabled:hover:bg-sunken not-aria-disabled:hover:text-ink not-aria-busy:aria-disabled:opacity-50 aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent',
        pressed ? 'bg-accent-soft text-accent' : 'text-ink-muted',
      )}
    >
      {pending ? <Spinner size={18} /> : <IconPart aria-hidden="true" size={18} />}
    </button>
  );
}
