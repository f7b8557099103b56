import type { RepairRow } from '../../../domain/api-answers.ts';
import { isAllowed } from '../../../domain/repair-status.ts';
import { useActionsOn } from '../../data/open-action.ts';
import { classNames, contactClasses } from '../../ui/classes.ts';

/** Who has a repair; while there is work to do, a press on the name reassigns it. */
export function HolderName({ repair }: { repair: RepairRow }) {
  return <Holder name={repair.assignedWatchmaker} status={repair.status} of={repair} />;
}

/**
 * The same, for parts of the screen that may have only the ticket's number.
 *
 * @param status the ticket's
 */
export function Holder({
  name,
  status,
  of,
}: {
  name: string | null;
  status: string;
  of: RepairRow | string;
}) {
  const { open } = useActionsOn(of);
  if (name === null || !isAllowed('reassign', status)) return <bdi>{name ?? 'Unassigned'}</bdi>;
  return (
    <button
      type="button"
      aria-label={`${name}: reassign`}
      title="Reassign to another technician"
      onClick={() => void open('reassign')}
      className={classNames(
        contactClasses,
        // Wide enough for a finger, without a gap after a short name.
        'text-left pointer-coarse:-mx-3 pointer-coarse:min-w-11 pointer-coarse:px-3',
      )}
    >
      <bdi>{name}</bdi>
    </button>
  );
}
