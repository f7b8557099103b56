import type { Repair } from '../../domain/api-answers.ts';
import { isAllowed } from '../../domain/repair-status.ts';
import { classNames, contactClasses } from '../ui/classes.ts';
import { useOpenRepairDialog } from './open-repair-dialog.ts';

/** Who has a repair; while there is work to do, a press on the name hands it on. */
export function HolderName({ repair }: { repair: Repair }) {
  const openDialog = useOpenRepairDialog();
  const { assignedWatchmaker: name, status } = repair;
  if (name === null || !isAllowed('reassign', status)) return <bdi>{name ?? 'Unassigned'}</bdi>;
  return (
    <button
      type="button"
      aria-label={`${name}: hand on`}
      title="Hand on to another technician"
      onClick={() => void openDialog('hand-on', repair)}
      className={classNames(contactClasses, 'text-left pointer-coarse:min-w-11')}
    >
      <bdi>{name}</bdi>
    </button>
  );
}
