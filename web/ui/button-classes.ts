import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

const variants: Record<ButtonVariant, string> = {
  primary:
    'border-transparent bg-accent text-on-accent not-aria-disabled:hover:bg-accent-hover not-aria-disabled:active:bg-accent-hover',
  secondary:
    'border-line-strong bg-surface text-ink not-aria-disabled:hover:bg-sunken not-aria-disabled:active:bg-sunken',
  quiet:
    'border-transparent bg-transparent text-ink-muted not-aria-disabled:hover:bg-sunken not-aria-disabled:hover:text-ink not-aria-disabled:active:bg-sunken',
  danger:
    'border-transparent bg-danger text-on-danger not-aria-disabled:hover:bg-danger-hover not-aria-disabled:active:bg-danger-hover',
};

const unavailable: Record<ButtonVariant, string> = {
  primary: 'border-line bg-sunken text-ink-muted',
  secondary: 'border-line bg-sunken text-ink-muted',
  quiet: 'border-transparent bg-transparent text-ink-faint',
  danger: 'border-line bg-sunken text-ink-muted',
};

/**
 * The looks of a button, also for a link that stands among buttons:
 * `<Link className={buttonClasses({ variant: 'secondary' })} to="/">`.
 */
export function buttonClasses({
  variant = 'secondary',
  isUnavailable = false,
  isBlock = false,
}: {
  variant?: ButtonVariant;
  isUnavailable?: boolean;
  isBlock?: boolean;
} = {}): string {
  return classNames(
    'relative inline-flex min-h-control select-none items-center justify-center gap-2 rounded border px-4 py-1 text-center font-medium transition-colors desk:px-3',
    isUnavailable ? unavailable[variant] : variants[variant],
    isBlock && 'w-full',
  );
}
