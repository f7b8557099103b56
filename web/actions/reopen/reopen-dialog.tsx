import { useMutation } from '@tanstack/react-query';
import Undo2 from 'lucide/undo-2';
import { useState } from 'react';
import type { Message, Repair } from '../../../domain/api-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { isAllowed } from '../../../domain/repair-status.ts';
import { call } from '../../data/call.ts';
import { type ActionProps, loadAction } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { showNotOpened } from '../../data/panels.ts';
import { useRepair } from '../../data/repair.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { repairProblem, showRepairProblem } from '../../data/repair-problem.ts';
import { useTextRecipient } from '../../parts/client/text-recipient.ts';
import { undoPickupLabel } from '../../parts/repair/repair-actions.tsx';
import { repairStatusLabel } from '../../parts/repair/status-badge.tsx';
import { TextComposer } from '../../parts/text/text-composer.tsx';
import { textTicket } from '../../parts/text/text-draft.ts';
import { DateTime } from '../../parts/time/date-time.tsx';
import { ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogClose, FormButtons } from '../../ui/dialog.tsx';
import { SkeletonLines } from '../../ui/states.tsx';

/** Reopens a completed repair; the customer can be texted about it from the same dialog. */
export function ReopenDialog({ open, onClose, repair }: ActionProps) {
  const { ticketNumber } = repair;
  const [isTexting, setIsTexting] = useState(false);
  const [isUndoing, setIsUndoing] = useState(false);
  const awayReason = useAwayReason();
  const { data: ticket } = useRepair(open ? ticketNumber : null);
  const reopening = useMutation({
    mutationFn: () => call('reopenRepair', { params: { ticketNumber } }),
    onSuccess: (answer) => putRepair(answer.repair),
    onError: (error) => showRepairProblem(error, undefined, 'in-place'),
    onSettled: refreshRepairs,
  });
  const reopened = reopening.data?.repair;

  async function undoPickup() {
    setIsUndoing(true);
    await loadAction('undo-pickup').then((undo) => undo([repair]), showNotOpened);
    setIsUndoing(false);
  }

  function forget() {
    reopening.reset();
    setIsTexting(false);
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={forget}
      title={reopened ? 'Reopened' : `Reopen repair ${ticketNumber}?`}
      description={`${isolated(repair.watchBrand)} ${isolated(repair.watchModel)} · ${isolated(repair.customerName)}`}
      size="small"
      busy={reopening.isPending}
      dirty={isTexting}
      onSubmit={reopened ? undefined : () => !reopening.isPending && reopening.mutate()}
      alert={<ProblemBanner problem={repairProblem(reopening.error)} />}
      footer={
        reopened ? (
          <DialogClose>Done</DialogClose>
        ) : (
          <FormButtons
            pending={reopening.isPending}
            disabledReason={reopening.isPending ? undefined : (reasonNotTo(repair) ?? awayReason)}
          >
            Reopen
          </FormButtons>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {reopened ? (
          <p className="break-words">{nowWords(reopened)}</p>
        ) : repair.collectedAt !== null ? (
          <p className="break-words">
            {leftWords(repair)} If that is wrong or the watch came back, press “
            {undoPickupLabel(repair)}” first.
          </p>
        ) : ticket === undefined ? (
          <SkeletonLines lines={2} />
        ) : (
          <p className="break-words">
            <WhetherTexted repair={repair} messages={ticket.messages} /> No text is sent unless you
            send one.
          </p>
        )}
        {!reopened && repair.collectedAt !== null && (
          <Button icon={Undo2} pending={isUndoing} disabledReason={awayReason} onClick={undoPickup}>
            {undoPickupLabel(repair)}
          </Button>
        )}
        {reopened && <ReopenText repair={reopened} onDirtyChange={setIsTexting} onSent={onClose} />}
      </div>
    </Dialog>
  );
}

/** Whether the customer was texted that the watch is ready. */
function WhetherTexted({ repair, messages }: { repair: Repair; messages: readonly Message[] }) {
  const text = messages.find(({ kind }) => kind === 'done');
  const name = isolated(repair.customerName);
  switch (text?.state) {
    case 'accepted':
    case 'sent':
    case 'delivered':
      return (
        <>
          {name} was texted on <DateTime iso={text.createdAt} /> that the watch is ready.
        </>
      );
    case 'sending':
    case 'unknown':
      return <>We can’t tell yet whether {name} was texted that the watch is ready.</>;
    case 'held':
      return <>{name} has not been texted yet, and won’t be.</>;
    default:
      return <>{name} was not texted that the watch is ready.</>;
  }
}

function nowWords({
  status,
  assignedWatchmaker,
  completionNotes,
  completedPhotoUrl,
}: Repair): string {
  const holder = assignedWatchmaker === null ? '' : `, with ${isolated(assignedWatchmaker)}`;
  const stays =
    completionNotes === null && completedPhotoUrl === null
      ? ''
      : ' The completion note and photo are kept until it is completed again.';
  return `The ticket is “${repairStatusLabel(status)}” again${holder}.${stays}`;
}

function ReopenText({
  repair,
  onDirtyChange,
  onSent,
}: {
  repair: Repair;
  onDirtyChange: (isDirty: boolean) => void;
  onSent: () => void;
}) {
  const recipient = useTextRecipient(repair);
  return (
    <TextComposer
      label="Text to the customer (optional)"
      words={draft(repair)}
      to={recipient}
      messages={[]}
      onDirtyChange={onDirtyChange}
      onSent={onSent}
      send={(body) => textTicket(repair.ticketNumber, body)}
    />
  );
}

const draft = ({ watchBrand, watchModel, ticketNumber }: Repair) =>
  `your ${watchBrand} ${watchModel}, ticket ${ticketNumber}, is not ready after all. We will text you when it is.`;

const leftWords = ({ shippedBy, collectedBy, customerName }: Repair): string =>
  shippedBy
    ? `The watch was shipped by ${isolated(shippedBy)}.`
    : `${isolated(collectedBy ?? customerName)} picked up the watch.`;

function reasonNotTo({ status, collectedAt, shippedBy }: Repair): string | undefined {
  if (collectedAt !== null)
    return shippedBy ? 'The watch was shipped.' : 'The watch was picked up.';
  if (isAllowed('reopen', status)) return undefined;
  return `The ticket is now “${repairStatusLabel(status)}”.`;
}
