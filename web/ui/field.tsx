import CircleAlert from 'lucide/circle-alert';
import TriangleAlert from 'lucide/triangle-alert';
import { type ReactNode, useId } from 'react';
import { classNames, type Icon } from './classes.ts';

export interface FieldText {
  label: string;
  /** Standing advice, read out with the field. */
  hint?: ReactNode;
  /** The hint warns of what was typed, which is accepted all the same. */
  isDoubtful?: boolean;
  /** What is wrong, in the specification's words; empty or absent when nothing is. */
  error?: string | undefined;
  /** Marks a field that may stay empty; the others are required. */
  optional?: boolean;
}

interface ControlIds {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'data-doubtful'?: true | undefined;
}

export function useFieldIds(
  { hint, error }: Pick<FieldText, 'hint' | 'error'>,
  givenId: string | undefined,
): { control: ControlIds; hintId: string; errorId: string } {
  const ownId = useId();
  const id = givenId ?? ownId;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = classNames(Boolean(error) && errorId, Boolean(hint) && hintId);
  return {
    control: {
      id,
      'aria-describedby': describedBy === '' ? undefined : describedBy,
      'aria-invalid': error ? true : undefined,
    },
    hintId,
    errorId,
  };
}

function Marked({
  id,
  icon: IconPart,
  ink,
  children,
}: {
  id: string;
  icon: Icon;
  ink: string;
  children: ReactNode;
}) {
  return (
    <p id={id} className={`flex items-start gap-1.5 text-sm ${ink}`}>
      <span className="flex h-lh shrink-0 items-center">
        <IconPart aria-hidden="true" size={14} />
      </span>
      <span className="min-w-0">{children}</span>
    </p>
  );
}

export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  return children ? (
    <Marked id={id} icon={CircleAlert} ink="text-late">
      {children}
    </Marked>
  ) : null;
}

export function FieldHint({
  id,
  isDoubtful = false,
  children,
}: {
  id: string;
  isDoubtful?: boolean;
  children: ReactNode;
}) {
  if (!children) return null;
  return isDoubtful ? (
    <Marked id={id} icon={TriangleAlert} ink="text-soon">
      {children}
    </Marked>
  ) : (
    <p id={id} className="text-ink-muted text-sm">
      {children}
    </p>
  );
}

/** A label, what it names, and what is wrong with it or worth knowing. */
export function Field({
  label,
  hint: givenHint,
  error,
  isDoubtful: isHintDoubtful = false,
  optional = false,
  id,
  isLabelHidden = false,
  children,
}: FieldText & {
  id?: string | undefined;
  isLabelHidden?: boolean;
  /** The control, which gets what ties it to its label and messages. */
  children: (control: ControlIds) => ReactNode;
}) {
  // What is wrong says enough.
  const isDoubtful = isHintDoubtful && !error;
  const hint = isHintDoubtful && error ? undefined : givenHint;
  const { control, hintId, errorId } = useFieldIds({ hint, error }, id);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div
        className={
          isLabelHidden ? 'sr-only' : 'flex flex-wrap items-baseline justify-between gap-x-2'
        }
      >
        <label htmlFor={control.id} className="font-medium">
          {label}
        </label>
        {optional && (
          <span aria-hidden="true" className="text-ink-muted text-sm">
            Optional
          </span>
        )}
      </div>
      {children({ ...control, 'data-doubtful': isDoubtful || undefined })}
      <FieldError id={errorId}>{error}</FieldError>
      <FieldHint id={hintId} isDoubtful={isDoubtful}>
        {hint}
      </FieldHint>
    </div>
  );
}
