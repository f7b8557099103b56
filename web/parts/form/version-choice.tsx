import { useEffect, useId, useRef } from 'react';
import type { ChangedField } from '../../data/changed-meanwhile.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

/** Above a form in which a colleague has changed some of the same fields. */
export function ChangedNotice({
  isShown,
  alsoChanged,
}: {
  isShown: boolean;
  /** What only the colleague has changed: no choice is needed there. */
  alsoChanged?: string | undefined;
}) {
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isShown) banner.current?.scrollIntoView({ block: 'center' });
  }, [isShown]);
  return (
    <div ref={banner} role="alert" className="empty:hidden">
      {isShown && (
        <Banner tone="warning" title="Someone else changed this while you were editing it.">
          <p>Nothing you typed is lost. Choose for each field, then save.</p>
          {alsoChanged !== undefined && <p>{alsoChanged}</p>}
        </Banner>
      )}
    </div>
  );
}

/** Below a field that holds one of two versions: the other one, which can take its place. */
export function OtherVersion<Name extends string>({
  name,
  changed,
  label,
  value,
  wordsOf = (text) => text,
  onChoose,
}: {
  name: Name;
  changed: readonly ChangedField<Name>[];
  label: string;
  /** What is in the field. */
  value: string;
  /** How a value is read, if it is stored in another form. */
  wordsOf?: (text: string) => string;
  onChoose: (name: Name, value: string) => void;
}) {
  const id = useId();
  const field = changed.find((each) => each.name === name);
  if (field === undefined) return null;
  const [title, other] =
    value === field.stored ? ['Yours', field.yours] : ['Saved version', field.stored];
  return (
    <fieldset className="mt-1 flex min-w-0 items-start justify-between gap-3 rounded bg-sunken pl-3">
      <legend className="sr-only">Other version of {label}</legend>
      <p id={id} className="min-w-0 py-2 text-sm">
        <span className="text-ink-muted">{title}</span>{' '}
        <span className="block max-h-32 overflow-y-auto whitespace-pre-wrap break-words">
          {other.trim() === '' ? <span className="text-ink-muted">Nothing</span> : wordsOf(other)}
        </span>
      </p>
      <Button variant="quiet" aria-describedby={id} onClick={() => onChoose(name, other)}>
        Use this
      </Button>
    </fieldset>
  );
}
