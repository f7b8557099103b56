import type { MouseEvent } from 'react';
import type { RepairRow } from '../../../domain/api-answers.ts';
import { classNames } from '../../ui/classes.ts';
import { WatchThumb } from '../repair/watch-thumb.tsx';
import { useSelected, useSelection } from './selection.tsx';

export const boxClasses = 'size-4.5 cursor-pointer rounded-sm accent-accent pointer-coarse:size-5';

/**
 * The watch, replaced by the box that selects it: under the mouse, when it has the keyboard focus, and on
 * every watch while repairs are being selected. Shift selects the range from the last one. On a touch screen,
 * until selecting has started, pressing the watch opens the repair.
 */
export function SelectThumb({
  repair: { ticketNumber, initialPhotoUrl },
  className = 'size-thumb',
}: {
  repair: RepairRow;
  /** Its size. */
  className?: string;
}) {
  const { toggle } = useSelection();
  const isChosen = useSelected(({ numbers }) => numbers.has(ticketNumber));
  return (
    <label
      className={classNames(
        isChosen && 'is-chosen',
        'relative -m-1.5 block w-fit shrink-0 cursor-pointer select-none p-1.5 pointer-coarse:-m-2 pointer-coarse:p-2 [@media(hover:none)]:not-in-data-selecting:pointer-events-none',
      )}
    >
      <span className="sr-only">Select {ticketNumber}</span>
      <WatchThumb
        url={initialPhotoUrl}
        className={`${className} in-data-selecting:invisible [label:focus-within>&]:invisible [@media(hover:hover)]:[:is(tr,article):hover_&]:invisible`}
      />
      <span className="absolute inset-0 grid place-items-center opacity-0 focus-within:opacity-100 in-data-selecting:opacity-100 [@media(hover:none)]:not-in-data-selecting:invisible [@media(hover:hover)]:[:is(tr,article):hover_&]:opacity-100">
        <input
          type="checkbox"
          checked={isChosen}
          onClick={(event: MouseEvent) => toggle(ticketNumber, event.shiftKey)}
          onChange={() => undefined}
          className={boxClasses}
        />
      </span>
    </label>
  );
}
