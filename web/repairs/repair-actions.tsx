import { useMutation, useQueryClient } from '@tanstack/react-query';
import Check from 'lucide/check';
import Send from 'lucide/send';
import Trash2 from 'lucide/trash-2';
import UserCheck from 'lucide/user-check';
import { useState } from 'react';
import type { Repair } from '../../domain/api-answers.ts';
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

export function StartWorkButton({
  repair: { ticketNumber },
  ...rest
}: { repair: Repair } & Pick<ButtonProps, 'variant' | 'icon'>) {
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

/** What opens a dialog, in the order of a repair's life. */
export const steps: {
  action: RepairAction;
  dialog: RepairDialogName;
  label: string;
  icon: Icon;
}[] = [
  { action: 'assign', dialog: 'assign', label: 'Assign', icon: UserCheck },
  { action: 'complete', dialog: 'complete', label: 'Complete', icon: Check },
  { action: 'send-estimate', dialog: 'send-estimate', label: 'Send estimate', icon: Send },
];

/** What brings a repair on; the first that its status allows comes next. */
export const stepsForward: readonly RepairAction[] = ['start', 'assign', 'complete'];

/**
 * Everything that can be done with a repair now, in one short row: what does not apply to its status
 * is not there. The next step is filled.
 */
export function RepairActions({ repair }: { repair: Repair }) {
  const openDialog = useOpenRepairDialog();
  const [opening, setOpening] = useState<RepairDialogName | null>(null);
  const { status } = repair;
  const nextStep = stepsForward.find((step) => isAllowed(step, status));

  async function open(name: RepairDialogName) {
    setOpening(name);
    await openDialog(name, repair);
    setOpening(null);
  }

  return (
    <div className="-mr-3 flex flex-wrap items-center gap-x-1.5 gap-y-2 [&>span>button]:px-3">
      {isAllowed('start', status) && (
        <StartWorkButton repair={repair} variant={nextStep === 'start' ? 'primary' : 'secondary'} />
      )}
      {steps
        .filter(({ action }) => isAllowed(action, status))
        .map(({ action, dialog, label }) => (
          <Button
            key={dialog}
            variant={action === nextStep ? 'primary' : 'secondary'}
            pending={opening === dialog}
            onClick={() => open(dialog)}
          >
            {label}
          </Button>
        ))}
      <span className="ml-auto flex items-center gap-1">
        {/* Only what waits: an answer is put right on its ticket. */}
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
