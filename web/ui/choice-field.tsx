import { type RefObject, useId } from 'react';

/** One of a few, all of them in sight; the arrow keys choose. */
export function ChoiceField<Value extends string>({
  legend,
  choices,
  value,
  onChange,
  chosenRef,
}: {
  legend: string;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** The chosen one, which the keyboard finds first. */
  chosenRef?: RefObject<HTMLInputElement | null>;
}) {
  const name = useId();
  return (
    <fieldset>
      <legend className="font-medium text-sm">{legend}</legend>
      <div className="flex flex-wrap gap-x-6">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex min-h-control cursor-pointer items-center gap-3"
          >
            <input
              ref={choice.value === value ? chosenRef : undefined}
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="size-5 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-surface transition-colors checked:border-6 checked:border-accent"
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
