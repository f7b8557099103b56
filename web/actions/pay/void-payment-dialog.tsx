import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Payment } from '../../../domain/api-payments.ts';
import { formatPrice } from '../../../domain/money.ts';
import { paymentKindLabels, paymentMethodLabels } from '../../../domain/payments.ts';
import { CallProblem, call } from '../../data/call.ts';
import { useAwayReason } from '../../data/outage.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { repairProblem, showRepairProblem } from '../../data/repair-problem.ts';
import { toasts } from '../../data/toasts.ts';
import { ProblemBanner } from '../../ui/banner.tsx';
import { Dialog, FormButtons } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';

const reasonMissing = 'Please enter a reason';

/** Voids a payment recorded by mistake: it stays on the ticket, with the reason, and no longer counts. */
export function VoidPaymentDialog({
  open,
  payment: { id, ticketNumber, kind, method, amount, voidedAt },
  onClose,
}: {
  open: boolean;
  payment: Payment;
  onClose: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [reason, setReason] = useState('');
  const [isJudged, setIsJudged] = useState(false);
  const awayReason = useAwayReason();
  const voiding = useMutation({
    mutationFn: () => call('voidPayment', { params: { id }, body: { reason } }),
    onSuccess: ({ repair }) => {
      putRepair(repair);
      toasts.show({ kind: 'success', title: 'Payment voided', detail: ticketNumber });
      onClose();
    },
    onError: (error) => {
      if (reasonError(error) === undefined) showRepairProblem(error);
    },
    onSettled: refreshRepairs,
  });
  const { error, isPending, isSuccess } = voiding;
  const isBlank = reason.trim() === '';
  const what = paymentKindLabels[kind];

  function submit() {
    if (isPending || isSuccess) return;
    setIsJudged(isBlank);
    if (isBlank) field.current?.focus();
    else voiding.mutate();
  }

  function forget() {
    setReason('');
    setIsJudged(false);
    voiding.reset();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={forget}
      title={`Void this ${what.toLowerCase()}?`}
      description={`${formatPrice(amount)}, ${paymentMethodLabels[method].toLowerCase()} · ${ticketNumber}`}
      size="small"
      dirty={!isSuccess && !isBlank}
      busy={isPending}
      initialFocus={field}
      onSubmit={submit}
      alert={
        <ProblemBanner problem={reasonError(error) === undefined ? repairProblem(error) : null} />
      }
      footer={
        <FormButtons
          pending={isPending}
          disabledReason={
            isSuccess
              ? undefined
              : voidedAt === null
                ? awayReason
                : 'It was voided in the meantime.'
          }
        >
          Void {what.toLowerCase()}
        </FormButtons>
      }
    >
      <TextField
        ref={field}
        label="Reason"
        hint={`It stays on the ticket with your reason but no longer counts. ${whatNext[kind]}`}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={isJudged && isBlank ? reasonMissing : reasonError(error)}
      />
    </Dialog>
  );
}

const whatNext: Readonly<Record<Payment['kind'], string>> = {
  deposit: 'To return money, record a refund instead.',
  payment: 'To return money, record a refund instead.',
  refund: 'If the customer paid it back, take a payment instead.',
};

const reasonError = (error: Error | null): string | undefined =>
  error instanceof CallProblem
    ? error.errors.find(({ path }) => path === 'reason')?.message
    : undefined;
