import { useEffect, useId, useRef } from 'react';
import type { ChangedField } from '../data/changed-meanwhile.ts';
import { Banner } from '../ui/banner.tsx';
import { radioClasses } from '../ui/classes.ts';

export function VersionChoice<Name extends string>({
  changed,
  labels,
  values,
  onChoose,
}: {
  changed: readonly ChangedField<Name>[];
  labels: Readonly<Record<Name, string>>;
  values: Readonly<Record<Name, string>>;
  onChoose: (name: Name, value: string) => void;
}) {
  const banner = useRef<HTMLDivElement>(null);
  const isAsked = changed.length > 0;
  useEffect(() => {
    if (isAsked) banner.current?.scrollIntoView({ block: 'center' });
  }, [isAsked]);
  return (
    <>
      <div ref={banner} role="alert" className="empty:hidden">
        {isAsked && (
          <Banner tone="warning" title="A colleague changed this while you were editing it.">
            Nothing you typed is lost. Choose for each field, then save.
          </Banner>
        )}
      </div>
      {changed.map(({ name, yours, stored }) => {
        const isStored = values[name] === stored;
        return (
          <fieldset key={name} className="flex flex-col gap-1">
            <legend className="mb-1 font-medium text-sm">{labels[name]}</legend>
            <div className="grid gap-2 sm:grid-cols-2">
              <Version
                title="Yours"
                field={name}
                value={yours}
                isChosen={!isStored}
                onChoose={() => onChoose(name, yours)}
              />
              <Version
                title="Stored now"
                field={name}
                value={stored}
                isChosen={isStored}
                onChoose={() => onChoose(name, stored)}
              />
            </div>
          </fieldset>
        );
      })}
    </>
  );
}

function Version({
  title,
  field,
  value,
  isChosen,
  onChoose,
}: {
  title: string;
  field: string;
  value: string;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex min-h-control cursor-pointer items-start gap-3 rounded border border-line-strong px-3 py-2 text-sm transition-colors hover:border-ink-muted has-checked:border-accent has-checked:bg-accent-soft"
    >
      <input
        id={id}
        type="radio"
        name={`version of ${field}`}
        checked={isChosen}
        onChange={onChoose}
        className={radioClasses}
      />
      <span className="min-w-0">
        <span className="block text-ink-muted">{title}</span>
        <span className="block max-h-32 overflow-y-auto whitespace-pre-wrap break-words">
          {value.trim() === '' ? <span className="text-ink-muted">Nothing</span> : value}
        </span>
      </span>
    </label>
  );
}
