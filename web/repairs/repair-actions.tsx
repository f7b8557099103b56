import Check from 'lucide-react/icons/check';
import Send from 'lucide-react/icons/send';
import Trash2 from 'lucide-react/icons/trash-2';
import UserCheck from 'lucide-react/icons/user-check';
import { useState } from 'react';
import type { Repair } from '../../domain/api-answers.ts';
import { isAllowed, type RepairAction } from '../../domain/repair-status.ts';
import { PrintButton } from '../ticket/print-button.tsx';
import { Button } from '../ui/button.tsx';
import type { Icon } from '../ui/icon.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { type RepairDialogName, useOpenRepairDialog } from './repair-dialogs.tsx';
import { SameDaySwitch } from './same-day-switch.tsx';
import { StartWorkButton } from './start-work-button.tsx';

const steps: { action: RepairAction; dialog: RepairDialogName; label: string; icon: Icon }[] = [
  { action: 'assign', dialog: 'assign', label: 'Assign', icon: UserCheck },
  { action: 'complete', dialog: 'complete', label: 'Complete', icon: Check },
  { action: 'send-estimate', dialog: 'send-estimate', label: 'Send estimate', icon: Send },
];

/**
 * Everything that can be done with a repair now, in the order of its life: what does not apply to
 * its status is not there.
 *
 * @param isCompact in short rows, as on a card
 */
export function RepairActions({
  repair,
  isCompact = false,
}: {
  repair: Repair;
  isCompact?: boolean;
}) {
  const openDialog = useOpenRepairDialog();
  const [opening, setOpening] = useState<RepairDialogName | null>(null);
  const { status } = repair;

  async function open(name: RepairDialogName) {
    setOpening(name);
    await openDialog(name, repair);
    setOpening(null);
  }

  const next = (
    <>
      {isAllowed('start', status) && <StartWorkButton repair={repair} />}
      {steps
        .filter(({ action }) => isAllowed(action, status))
        .map(({ dialog, label, icon }) => (
          <Button
            key={dialog}
            {...(isCompact ? {} : { icon })}
            pending={opening === dialog}
            onClick={() => open(dialog)}
          >
            {label}
          </Button>
        ))}
    </>
  );
  const sameDay = isAllowed('toggle-same-day', status) && <SameDaySwitch repair={repair} />;
  const always = (
    <span className="ml-auto flex items-center">
      <PrintButton repair={repair} isCompact={isCompact} />
      <IconButton
        icon={Trash2}
        label="Delete"
        pending={opening === 'delete'}
        onClick={() => open('delete')}
      />
    </span>
  );

  if (!isCompact) {
    return (
      <div className="flex grow flex-wrap items-center gap-2">
        {next}
        {sameDay}
        {always}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2 empty:hidden">{next}</div>
      <div className="flex flex-wrap items-center gap-x-2">
        {sameDay}
        {always}
      </div>
    </div>
  );
}
