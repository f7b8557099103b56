import type { ComponentProps, FunctionComponent } from 'react';

export function classNames(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}

/** A phone or an address to press: underlined, and tall enough for a finger where fingers are used. */
export const contactClasses =
  'inline-block max-w-full py-1 underline decoration-line-strong underline-offset-2 hover:text-ink pointer-coarse:py-3';

/** A link among other words: tall enough for a finger where fingers are used, in a line that stays as it is. */
export const reachClasses = 'inline-block pointer-coarse:-my-3 pointer-coarse:py-3';

/** Around an icon button at the end of a line: the icon, not the button, ends where the text below it does. */
export const atEdgeClasses = 'is-at-edge flex -mr-[calc((var(--control)-1.125rem)/2)]';

/** Around a quiet button at the end or the beginning of a line: its word is at the edge, not its frame. */
export const wordAtEndClasses = '-mr-4 desk:-mr-3';
export const wordAtStartClasses = '-ml-4 desk:-ml-3';

/** Two parts of a line in a row on a phone, one below the other where type is very large: in a container. */
export const phoneLineClasses = 'flex justify-between gap-x-3 @max-[10rem]:flex-col';

export const controlClasses =
  'w-full min-w-0 rounded border border-line-strong bg-surface text-base text-ink transition-colors hover:border-ink-muted focus-visible:border-accent focus-visible:outline-offset-0 data-doubtful:border-soon aria-invalid:border-late [&[readonly]]:bg-sunken disabled:bg-sunken disabled:text-ink-muted';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'step';

const variants: Record<ButtonVariant, string> = {
  primary:
    'border-transparent bg-accent text-on-accent not-aria-disabled:hover:bg-accent/90 not-aria-disabled:active:bg-accent/90',
  secondary:
    'border-line bg-surface text-ink not-aria-disabled:hover:bg-sunken not-aria-disabled:active:bg-sunken',
  quiet:
    'border-transparent bg-transparent text-ink-muted not-aria-disabled:hover:bg-sunken not-aria-disabled:hover:text-ink not-aria-disabled:active:bg-sunken',
  /** A pressable word in a row: in a column of twenty, frames would be all one sees. */
  step: 'border-transparent bg-transparent text-accent not-aria-disabled:hover:bg-sunken not-aria-disabled:active:bg-sunken',
  danger:
    'border-transparent bg-late text-surface not-aria-disabled:hover:bg-late/90 not-aria-disabled:active:bg-late/90',
};

const unavailable = (variant: ButtonVariant) =>
  variant === 'quiet' || variant === 'step'
    ? 'border-transparent bg-transparent text-ink-muted'
    : 'border-line bg-sunken text-ink-muted';

/** Also for a link that is among buttons. */
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
    isUnavailable ? unavailable(variant) : variants[variant],
    isBlock && 'w-full',
  );
}

/** Any of lucide's icons, imported by its name: `lucide/<name>`. */
export type Icon = FunctionComponent<ComponentProps<'svg'> & { size?: number }>;

export const radioClasses =
  'size-5 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-surface transition-colors checked:border-6 checked:border-accent';
