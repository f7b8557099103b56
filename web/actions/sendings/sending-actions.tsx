import { useMutation } from '@tanstack/react-query';
import PackageCheck from 'lucide/package-check';
import Printer from 'lucide/printer';
import Send from 'lucide/send';
import UserCheck from 'lucide/user-check';
import type { Sending } from '../../../domain/api-sendings.ts';
import { isolated } from '../../../domain/isolated.ts';
import { sendingState } from '../../../domain/sent-out-state.ts';
import { wholeRepair } from '../../data/repair.ts';
import { layoutOf, usePrinter } from '../../parts/print/print-button.tsx';
import { type RowStep, RowSteps } from '../../parts/repair/row-steps.tsx';
import { useToday } from '../../parts/time/shop-calendar.ts';
import type { ButtonProps } from '../../ui/button.tsx';
import { markSending, removeSending, type SendingStep } from './sending-steps.ts';

const labels: Readonly<Record<SendingStep, string>> = {
  hasPermission: 'Agreed',
  sentOn: 'Sent',
  receivedOn: 'Received',
};

const icons = { hasPermission: UserCheck, sentOn: Send, receivedOn: PackageCheck };

/** The steps still possible, the usual one first. */
function stepsOf(sending: Sending): SendingStep[] {
  const state = sendingState(sending);
  const permission: SendingStep[] = sending.hasPermission ? [] : ['hasPermission'];
  if (state === 'back') return permission;
  return state === 'out' ? ['receivedOn', ...permission] : [...permission, 'sentOn', 'receivedOn'];
}

/** A sent-out watch's next step, dated today, and a menu with the others. */
export function SendingActions({
  sending,
  instead,
  onEdit,
  ...away
}: {
  sending: Sending;
  /** A step to show instead of the next one, which is then in the menu. */
  instead?: RowStep;
  onEdit: () => void;
} & Pick<ButtonProps, 'disabledReason' | 'reasonId'>) {
  const today = useToday();
  const marking = useMutation({
    mutationFn: (step: SendingStep) => markSending(sending, step, today),
  });
  const removing = useMutation({ mutationFn: () => removeSending(sending) });
  const { start, advice } = usePrinter('packing slip', async () => {
    const [{ packingSlipSheet }, repair] = await Promise.all([
      layoutOf('packing slip', import('../../parts/print/packing-slip-paper.ts')),
      wholeRepair(sending.ticketNumber),
    ]);
    return (shop) => packingSlipSheet(sending, repair, shop, today);
  });
  const isBusy = marking.isPending || removing.isPending;
  const mark = (step: SendingStep) => {
    if (!isBusy) marking.mutate(step);
  };
  const steps = stepsOf(sending);
  const isBack = sendingState(sending) === 'back';
  const next = instead || isBack ? undefined : steps[0];
  return (
    <>
      <RowSteps
        {...away}
        about={isolated(sending.sentTo)}
        next={instead ?? (next && { label: labels[next], pending: isBusy, run: () => mark(next) })}
        others={[
          { label: 'Print packing slip', icon: Printer, run: () => void start('window') },
          ...steps
            .filter((step) => step !== next)
            .map((step) => ({ label: labels[step], icon: icons[step], run: () => mark(step) })),
        ]}
        onEdit={onEdit}
        onRemove={() => removing.mutate()}
      />
      {advice}
    </>
  );
}
