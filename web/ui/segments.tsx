import { type RefObject, useId } from 'react';
import { classNames, type Icon } from './classes.ts';

export interface Segment<Value extends string> {
  value: Value;
  label: string;
  /** Stands for the label where the container is too narrow for it. */
  icon?: Icon;
  /** The color of its words and outline where it is chosen; otherwise the accent. */
  ink?: string;
}

/**
 * One of a few side by side, by one press; a second press on it clears the choice. On the keyboard
 * the arrow keys choose, and Delete or Backspace clears the choice: Space does nothing on a radio that is on.
 */
export function Segments<Value extends string>({
  legend,
  isLegendShown = false,
  segments,
  value,
  onChange,
  chosenRef,
}: {
  /** Read out; seen if nothing beside it says so. */
  legend: string;
  isLegendShown?: boolean;
  segments: readonly Segment<Value>[];
  value: Value | null;
  onChange: (value: Value | null) => void;
  /** The chosen one, which the keyboard finds first. */
  chosenRef?: RefObject<HTMLInputElement | null>;
}) {
  const name = useId();
  return (
    <fieldset className="min-w-0 flex-1">
      <legend className={isLegendShown ? 'mb-1 font-medium' : 'sr-only'}>{legend}</legend>
      <div className="grid auto-cols-fr grid-flow-col">
        {segments.map(({ value: one, label, icon: IconPart, ink }) => {
          const isChosen = one === value;
          return (
            <label
              key={one}
              className={classNames(
                'relative -ml-px grid h-control min-w-0 cursor-pointer place-items-center border text-sm transition-colors first:ml-0 first:rounded-l last:rounded-r has-focus-visible:z-20 has-focus-visible:outline-2 has-focus-visible:outline-accent',
                // Where there are icons, room is so short that a larger label would touch its outline when chosen.
                !IconPart && 'desk:text-base',
                isChosen ? 'z-10 font-semibold' : 'border-line-strong bg-surface hover:bg-sunken',
                isChosen && (ink ? 'border-current bg-sunken' : 'border-accent bg-accent-soft'),
                isChosen && ink,
              )}
            >
              <input
                ref={isChosen ? chosenRef : undefined}
                type="radio"
                name={name}
                value={one}
                checked={isChosen}
                onChange={() => onChange(one)}
                onClick={() => isChosen && onChange(null)}
                onKeyDown={({ key }) => {
                  if (isChosen && (key === 'Delete' || key === 'Backspace')) onChange(null);
                }}
                className="absolute size-px appearance-none opacity-0"
              />
              {IconPart && (
                <IconPart
                  aria-hidden="true"
                  size={18}
                  className={classNames('@[25rem]:hidden', !isChosen && 'text-line-strong')}
                />
              )}
              <span className={IconPart && 'sr-only @[25rem]:not-sr-only'}>{label}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
