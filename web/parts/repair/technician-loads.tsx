import { useQuery } from '@tanstack/react-query';
import ArrowRight from 'lucide/arrow-right';
import { type ReactNode, type RefObject, useId } from 'react';
import type { TechnicianWithCounts } from '../../../domain/api-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { listText } from '../../../domain/list-text.ts';
import { techniciansQuery } from '../../data/queries.ts';
import { ChoiceField } from '../../ui/choice-fields.tsx';
import { classNames, radioClasses } from '../../ui/classes.ts';
import { Loading, SkeletonLines } from '../../ui/states.tsx';
import { isOffered, isUsed } from './technician-use.ts';

const rows = 'divide-y overflow-hidden rounded border empty:hidden';

const row = 'relative flex min-h-11 items-center gap-3 px-3 py-1.5';

/** A technician's specialty and workload, to choose by. */
function Load({
  technician: { name, specialties, activeRepairs, isAway },
  nameId,
  isHolder = false,
}: {
  technician: TechnicianWithCounts;
  nameId?: string;
  isHolder?: boolean;
}) {
  return (
    <>
      <span className="grid min-w-0 flex-1 gap-x-3 sm:grid-cols-[2fr_3fr]">
        <bdi id={nameId} className="min-w-0 break-words font-medium">
          {name}
        </bdi>
        <span className="min-w-0 break-words text-ink-muted">{specialties.join(', ')}</span>
      </span>
      <span
        className={classNames('figures w-20 shrink-0 text-right', isHolder && 'text-ink-muted')}
      >
        {isHolder ? `has it now${isAway ? ', away' : ''}` : `${activeRepairs} active`}
      </span>
    </>
  );
}

/** Who is missing from a choice, and why; undefined while no one is away. */
export function awayWords(technicians: readonly TechnicianWithCounts[]): string | undefined {
  const used = technicians.filter(isUsed);
  const away = used.filter(({ isAway }) => isAway).map(({ name }) => isolated(name));
  if (used.length > 0 && away.length === 0) return undefined;
  if (away.length === used.length) {
    return 'All technicians are away. You can change that on the Shop tab, under Settings.';
  }
  return `${listText(away)} ${away.length === 1 ? 'is' : 'are'} away.`;
}

function Technicians({
  lines = 6,
  children,
}: {
  /** How high they are. */
  lines?: number;
  children: (technicians: readonly TechnicianWithCounts[]) => ReactNode;
}) {
  const { data, isPending } = useQuery(techniciansQuery);
  if (isPending) {
    return (
      <Loading label="Loading technicians">
        <SkeletonLines lines={lines} />
      </Loading>
    );
  }
  if (data === undefined) return <p className="text-late">Couldn’t load the technicians</p>;
  const words = awayWords(data.items);
  return (
    <>
      {children(data.items)}
      {words !== undefined && <p className="break-words pt-2 text-ink-muted">{words}</p>}
    </>
  );
}

interface TechnicianChoiceProps {
  chosenId: string;
  error: string | undefined;
  /** The one that the keyboard finds first. */
  focusRef: RefObject<HTMLInputElement | null>;
  onChoose: (id: string) => void;
}

/** The choice of a technician, all of them in sight. */
export function TechnicianChoice({ chosenId, error, focusRef, onChoose }: TechnicianChoiceProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error && `${id}-error`}>
      <legend className="mb-1 font-medium">Technician</legend>
      <Technicians>
        {(technicians) => (
          <div className={rows}>
            {technicians.filter(isOffered).map((technician, index) => (
              <label
                key={technician.id}
                className={`${row} cursor-pointer hover:bg-sunken has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-[-2px]`}
              >
                <input
                  ref={technician.id === chosenId || index === 0 ? focusRef : undefined}
                  type="radio"
                  name={id}
                  checked={technician.id === chosenId}
                  onChange={() => onChoose(technician.id)}
                  aria-labelledby={`${id}-${technician.id}`}
                  aria-invalid={error !== undefined || undefined}
                  className={`${radioClasses} outline-none`}
                />
                <Load technician={technician} nameId={`${id}-${technician.id}`} />
              </label>
            ))}
          </div>
        )}
      </Technicians>
      <p id={`${id}-error`} role="alert" className="text-late not-empty:pt-1">
        {error}
      </p>
    </fieldset>
  );
}

/** The same where there is little room: the person at the counter knows who did it. */
export function TechnicianNames({ chosenId, error, focusRef, onChoose }: TechnicianChoiceProps) {
  return (
    <Technicians lines={3}>
      {(technicians) => (
        <ChoiceField
          legend="Technician"
          layout="columns"
          choices={technicians
            .filter(isOffered)
            .map(({ id, name }) => ({ value: id, label: isolated(name) }))}
          value={chosenId}
          onChange={onChoose}
          chosenRef={focusRef}
          error={error}
        />
      )}
    </Technicians>
  );
}

/** The same as buttons: a press on a row chooses at once. */
export function TechnicianLoads({
  chosenId,
  holderId,
  onChoose,
}: {
  chosenId: string;
  holderId: string | null;
  onChoose: (id: string) => void;
}) {
  const id = useId();
  return (
    <Technicians>
      {(technicians) => (
        <ul aria-label="Technicians with their specialties and active repairs" className={rows}>
          {technicians
            .filter((one) => isOffered(one) || one.id === holderId)
            .map((technician) => {
              const isHolder = technician.id === holderId;
              const rowId = `${id}-${technician.id}`;
              return (
                <li
                  key={technician.id}
                  id={rowId}
                  aria-current={technician.id === chosenId || undefined}
                  className={classNames(
                    row,
                    !isHolder && 'hover:bg-sunken aria-current:bg-accent-soft',
                  )}
                >
                  <ArrowRight
                    aria-hidden="true"
                    size={16}
                    className={classNames('shrink-0 text-ink-muted', isHolder && 'invisible')}
                  />
                  <Load technician={technician} isHolder={isHolder} />
                  {!isHolder && (
                    <button
                      type="button"
                      aria-labelledby={rowId}
                      className="absolute inset-0 cursor-pointer focus-visible:outline-offset-[-2px]"
                      onClick={(event) => {
                        // The second half of a double press belongs to the first, even if that opened the list.
                        if (event.detail < 2) onChoose(technician.id);
                      }}
                    />
                  )}
                </li>
              );
            })}
        </ul>
      )}
    </Technicians>
  );
}
