import { useMutation, useQueryClient } from '@tanstack/react-query';
import Check from 'lucide/check';
import Play from 'lucide/play';
import Send from 'lucide/send';
import Trash2 from 'lucide/trash-2';
import UserCheck from 'lucide/user-check';
import { useState } from 'react';
import type { Repair } from '../../domain/api-answers.ts';
import { answersFor } from '../../domain/estimate-answers.ts';
import { isAllowed, type RepairAction } from '../../domain/repair-status.ts';
import { call } from '../data/call.ts';
import { useAwayReason } from '../data/outage.ts';
import { putRepair, refreshRepairs } from '../data/repair-cache.ts';
import { PrintButton } from '../print/print-button.tsx';
import { Button, type ButtonProps } from '../ui/button.tsx';
import type { Icon } from '../ui/classes.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useSinglePress } from '../ui/press.ts';
import { toasts } from '../ui/toasts.ts';
import { AnswerButtons } from './answer-buttons.tsx';
import { type RepairDialogName, useOpenRepairDialog } from './open-repair-dialog.ts';
import { showRepairProblem } from './repair-problem.ts';
import { SameDaySwitch } from './same-day-switch.tsx';

function StartWorkButton({
  repair: { ticketNumber },
  hasIcon,
  ...rest
}: { repair: Repair; hasIcon: boolean } & Pick<ButtonProps, 'variant'>) {
  const queryClient = useQueryClient();
  const press = useSinglePress();
  const awayReason = useAwayReason();
  const starting = useMutation({
    mutationFn: () => call('POST /api/repairs/{ticketNumber}/start', { params: { ticketNumber } }),
    onSuccess: ({ repair }) => {
      putRepair(queryClient, repair);
      toasts.show({ kind: 'success', title: 'Work started', detail: ticketNumber });
    },
    onError: (error) => showRepairProblem(error),
    onSettled: () => refreshRepairs(queryClient),
  });
  return (
    <Button
      {...rest}
      {...(hasIcon ? { icon: Play } : {})}
      pending={starting.isPending}
      disabledReason={awayReason}
      onClick={() => {
        if (press.take()) starting.mutate(undefined, { onSettled: press.release });
      }}
    >
      Start work
    </Button>
  );
}

const steps: { action: RepairAction; dialog: RepairDialogName; label: string; icon: Icon }[] = [
  { action: 'assign', dialog: 'assign', label: 'Assign', icon: UserCheck },
  { action: 'complete', dialog: 'complete', label: 'Complete', icon: Check },
  { action: 'send-estimate', dialog: 'send-estimate', label: 'Send estimate', icon: Send },
];

/** What brings a repair on; the first that its status allows comes next. */
const stepsForward: readonly RepairAction[] = ['start', 'assign', 'complete'];

/**
 * Everything that can be done with a repair now, in the order of its life: what does not apply to
 * its status is not there. The next step is filled.
 *
 * @param isCompact in one short row, as on a card, where the switch stands elsewhere
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
  const nextStep = stepsForward.find((step) => isAllowed(step, status));

  async function open(name: RepairDialogName) {
    setOpening(name);
    await openDialog(name, repair);
    setOpening(null);
  }

  const next = (
    <>
      {isAllowed('start', status) && (
        <StartWorkButton
          repair={repair}
          variant={nextStep === 'start' ? 'primary' : 'secondary'}
          hasIcon={!isCompact}
        />
      )}
      {steps
        .filter(({ action }) => isAllowed(action, status))
        .map(({ action, dialog, label, icon }) => (
          <Button
            key={dialog}
            variant={action === nextStep ? 'primary' : 'secondary'}
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
  if (!isCompact) {
    return (
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="peer flex flex-wrap items-center gap-2 empty:hidden">
          {next}
          {sameDay}
          {answersFor(status).length > 0 && (
            <span className="text-ink-muted text-sm">By phone or at the counter:</span>
          )}
          <AnswerButtons status={status} opening={opening} onOpen={(name) => void open(name)} />
        </div>
        {/* On a phone the three stand beside each other without their icons. */}
        <div className="flex w-full flex-wrap items-center justify-between gap-x-1 gap-y-2 max-sm:border-t max-sm:pt-2 max-sm:peer-empty:border-t-0 max-sm:peer-empty:pt-0 sm:ml-auto sm:w-auto max-sm:[&_.lucide]:hidden max-sm:[&_button]:px-2.5">
          <PrintButton repair={repair} hasRoom />
          <Button
            variant="quiet"
            icon={Trash2}
            pending={opening === 'delete'}
            onClick={() => open('delete')}
          >
            Delete
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="-mr-3 flex flex-wrap items-center gap-x-1.5 gap-y-2 [&>span>button]:px-3">
      {next}
      <span className="ml-auto flex items-center gap-1">
        {/* On a card only what waits: an answer is put right on its ticket. */}
        {status === 'estimate-sent' && (
          <AnswerButtons
            isCompact
            status={status}
            opening={opening}
            onOpen={(name) => void open(name)}
          />
        )}
        <PrintButton repair={repair} isCompact />
        <IconButton
          icon={Trash2}
          label="Delete"
          pending={opening === 'delete'}
          onClick={() => open('delete')}
        />
      </span>
    </div>
  );
}
