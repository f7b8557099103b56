import { useQuery } from '@tanstack/react-query';
import ArrowRight from 'lucide/arrow-right';
import Circle from 'lucide/circle';
import CircleCheck from 'lucide/circle-check';
import type { TechnicianWithCounts } from '../../domain/api-answers.ts';
import { techniciansQuery } from '../data/queries.ts';
import { classNames } from '../ui/classes.ts';
import { Loading, SkeletonLines } from '../ui/states.tsx';

/**
 * Who is good at what and has how much to do, to choose by. A press on a row chooses. Below a field
 * for the same choice, that field is the one control for the keyboard and the ear, and these rows are
 * only what it says.
 */
export function TechnicianLoads({
  chosenId,
  holderId,
  isOnlyControl = false,
  onChoose,
}: {
  chosenId: string;
  /** Has the repair now. */
  holderId?: string | null;
  /** There is no field above it. */
  isOnlyControl?: boolean;
  onChoose: (id: string) => void;
}) {
  const { data, isPending } = useQuery(techniciansQuery);
  if (isPending) {
    return (
      <Loading label="Loading technicians">
        <SkeletonLines lines={6} />
      </Loading>
    );
  }
  if (data === undefined) return null;
  return (
    <ul
      aria-label="Technicians with their specialties and active repairs"
      className="divide-y overflow-hidden rounded border"
    >
      {data.items.map((technician) => (
        <TechnicianLoad
          key={technician.id}
          technician={technician}
          isChosen={technician.id === chosenId}
          isHolder={technician.id === holderId}
          isOnlyControl={isOnlyControl}
          onChoose={() => onChoose(technician.id)}
        />
      ))}
    </ul>
  );
}

function TechnicianLoad({
  technician: { id, name, specialties, activeRepairs },
  isChosen,
  isHolder,
  isOnlyControl,
  onChoose,
}: {
  technician: TechnicianWithCounts;
  isChosen: boolean;
  isHolder: boolean;
  isOnlyControl: boolean;
  onChoose: () => void;
}) {
  const rowId = `technician-load-${id}`;
  const Mark = isChosen ? CircleCheck : isOnlyControl ? ArrowRight : Circle;
  return (
    <li
      id={rowId}
      aria-current={isChosen || undefined}
      className={classNames(
        'relative flex min-h-11 items-center gap-3 px-3 py-1.5 text-sm',
        isChosen ? 'bg-accent-soft' : !isHolder && 'hover:bg-sunken',
      )}
    >
      {isHolder ? (
        <span className="w-[1.125rem] shrink-0" />
      ) : (
        <Mark
          aria-hidden="true"
          size={18}
          className={classNames('shrink-0', isChosen ? 'text-accent' : 'text-ink-muted')}
        />
      )}
      <span className="grid min-w-0 flex-1 gap-x-3 sm:grid-cols-[2fr_3fr]">
        <bdi className="min-w-0 break-words font-medium">{name}</bdi>
        <span className="min-w-0 break-words text-ink-muted">{specialties.join(', ')}</span>
      </span>
      <span className="figures shrink-0 text-right">
        {isHolder ? <span className="text-ink-muted">has it now</span> : `${activeRepairs} active`}
      </span>
      {!isHolder && (
        <button
          type="button"
          {...(isOnlyControl
            ? { 'aria-labelledby': rowId }
            : {
                tabIndex: -1,
                'aria-hidden': true,
                // The focus stays where the user works.
                onMouseDown: (event) => event.preventDefault(),
              })}
          className="absolute inset-0 cursor-pointer focus-visible:outline-offset-[-2px]"
          onClick={(event) => {
            // The second half of a double press belongs to the first, also where that opened the list.
            if (event.detail < 2) onChoose();
          }}
        />
      )}
    </li>
  );
}
