import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Input } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import type { Payment } from '../../../domain/api-payments.ts';
import { balanceNews } from '../../../domain/balance-change.ts';
import { limits } from '../../../domain/field-list.ts';
import {
  centsFromDollars,
  dollarsFromCents,
  formatDollars,
  formatPrice,
} from '../../../domain/money.ts';
import {
  agreedPrice,
  balanceLabel,
  type PaymentKind,
  type PaymentMethod,
  paymentEffect,
  paymentKindLabels,
  paymentKinds,
  paymentMethodLabels,
  paymentMethods,
  paymentRefusal,
  readAmount,
} from '../../../domain/payments.ts';
import { isKnownStatus, isOpen } from '../../../domain/repair-status.ts';
import { CallProblem, call } from '../../data/call.ts';
import { isChangedMeanwhile } from '../../data/changed-meanwhile.ts';
import { newId } from '../../data/new-id.ts';
import type { ActionProps } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { repairProblem, showRepairProblem } from '../../data/repair-problem.ts';
import { toasts } from '../../data/toasts.ts';
import { repairLine } from '../../parts/repair/repair-summary.tsx';
import { movedOnWords } from '../../parts/repair/status-badge.tsx';
import { ProblemBanner } from '../../ui/banner.tsx';
import { ConfirmDialog, Dialog, FormButtons } from '../../ui/dialog.tsx';
import { Segments } from '../../ui/segments.tsx';
import { MoneyField, TextField } from '../../ui/text-field.tsx';

const kinds = paymentKinds.map((value) => ({ value, label: paymentKindLabels[value] }));
const methods = paymentMethods.map((value) => ({ value, label: paymentMethodLabels[value] }));

const taken: Readonly<Record<PaymentKind, string>> = {
  deposit: 'Deposit taken',
  payment: 'Payment taken',
  refund: 'Refund recorded',
};

const inCents = (dollars: number) => centsFromDollars(dollars) ?? 0;

/** Before the watch is done it is a deposit, afterwards a payment of the rest; what was overpaid is refunded. */
function usualKind({ status, balance }: Repair): PaymentKind {
  if (balance !== null && balance < 0) return 'refund';
  return isOpen(status) ? 'deposit' : 'payment';
}

/** The likely amount: the whole balance; of a refund, what was overpaid, or else all that was paid. */
function usualAmount({ balance, paid }: Repair, kind: PaymentKind): string {
  const owed = balance ?? 0;
  const dollars = kind === 'refund' ? (owed < 0 ? -owed : paid) : owed;
  return dollars > 0 ? formatDollars(inCents(dollars)) : '';
}

/** What the ticket's balance is once the amount is paid. */
function consequence(
  repair: Repair,
  kind: PaymentKind,
  dollars: number | null,
): string | undefined {
  const price = agreedPrice(repair);
  if (price === null) {
    return repair.paid > 0 ? `${formatPrice(repair.paid)} has been paid so far.` : undefined;
  }
  if (dollars === null) return undefined;
  const effect = paymentEffect({ kind, amountCents: inCents(dollars) });
  const left = inCents(price) - inCents(repair.paid) - effect;
  if (left === 0) return kind === 'refund' ? 'Nothing will be due.' : 'Pays the balance.';
  const shown = formatPrice(dollarsFromCents(Math.abs(left)));
  if (left < 0) return `The total paid will be ${shown} more than the price.`;
  return kind === 'refund' ? `${shown} will then be due.` : `${shown} will still be due.`;
}

const amountErrorIn = (error: Error | null): string | undefined =>
  error instanceof CallProblem
    ? error.errors.find(({ path }) => path === 'amount')?.message
    : undefined;

const changedTitle = 'The balance has changed';

export function TakePaymentDialog({ open, onClose, repair }: ActionProps) {
  const amountField = useRef<HTMLInputElement>(null);
  /** What staff base the amount on: it stays while the dialog is open, no matter what comes in meanwhile. */
  const [seen, setSeen] = useState(repair);
  if (!open && seen !== repair) setSeen(repair);
  /** What a colleague has done to the balance meanwhile. */
  const [news, setNews] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  /** Stays for as long as the dialog is open: another try is the same payment. */
  const [paymentId, setPaymentId] = useState(newId);
  /** Null until chosen or typed: until then, they follow what was seen. */
  const [chosenKind, setChosenKind] = useState<PaymentKind | null>(null);
  const [typedAmount, setTypedAmount] = useState<string | null>(null);
  const [method, setMethod] = useState<PaymentMethod>('card');
  const [note, setNote] = useState('');
  const [isJudged, setIsJudged] = useState(false);
  const awayReason = useAwayReason();
  const { ticketNumber } = repair;

  const taking = useMutation({
    mutationFn: (body: Input<'takePayment', 'body'>) =>
      call('takePayment', { params: { ticketNumber }, body }),
    onSuccess: ({ payment, repair: after }) => {
      putRepair(after);
      toasts.show({
        kind: 'success',
        title: `${taken[payment.kind]}: ${formatPrice(payment.amount)}`,
        detail:
          after.balance === null
            ? ticketNumber
            : `${ticketNumber} · ${balanceLabel(after.balance)} ${formatPrice(Math.abs(after.balance))}`,
      });
      onClose();
    },
    onError: (error, tried) => {
      if (isChangedMeanwhile(error)) catchUp(error, tried);
      else if (amountErrorIn(error) === undefined) showRepairProblem(error);
      else amountField.current?.focus();
    },
    onSettled: refreshRepairs,
  });
  const { error, isPending, isSuccess, variables } = taking;

  // Once it is taken the ticket asks for another amount: what was taken stays until it has closed.
  const kind = isSuccess && variables ? variables.kind : (chosenKind ?? usualKind(seen));
  const amount =
    isSuccess && variables
      ? formatDollars(inCents(variables.amount))
      : (typedAmount ?? usualAmount(seen, kind));
  const read = readAmount(amount);
  const dollars = 'dollars' in read ? read.dollars : null;
  const fault =
    'message' in read
      ? read.message
      : paymentRefusal(inCents(repair.paid), { kind, amountCents: inCents(read.dollars) });
  const amountError = (isJudged && !isSuccess && fault) || amountErrorIn(error);

  function submit() {
    if (isPending || isSuccess) return;
    setIsJudged(fault !== null);
    if (fault !== null || dollars === null) {
      amountField.current?.focus();
      return;
    }
    const { balance: seenBalance } = seen;
    const body = { kind, method, amount: dollars, note: note.trim() || null };
    taking.mutate({ ...body, paymentId, seenBalance });
  }

  /** Asks with both balances; what was to be taken stays, with the current balance. */
  function catchUp({ document }: CallProblem, tried: Input<'takePayment', 'body'>) {
    const now = document.repair as Repair;
    setNews(balanceNews(seen, now, document.payments as Payment[]));
    setSeen(now);
    if (tried.kind !== usualKind(now)) setChosenKind(tried.kind);
    setTypedAmount(formatDollars(inCents(tried.amount)));
    setIsAsked(true);
  }

  function change(amountTyped: string) {
    setTypedAmount(amountTyped);
    if (amountErrorIn(error) !== undefined) taking.reset();
  }

  function forget() {
    setPaymentId(newId());
    setChosenKind(null);
    setTypedAmount(null);
    setMethod('card');
    setNote('');
    setIsJudged(false);
    setIsAsked(false);
    taking.reset();
  }

  const problem = isChangedMeanwhile(error)
    ? { title: changedTitle, detail: news }
    : repairProblem(error);

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={forget}
      title={kind === 'refund' && chosenKind === null ? 'Refund' : 'Take payment'}
      description={repairLine(repair)}
      size="small"
      dirty={!isSuccess && (typedAmount !== null || note !== '')}
      busy={isPending}
      initialFocus={amountField}
      onSubmit={submit}
      alert={<ProblemBanner problem={amountErrorIn(error) === undefined ? problem : null} />}
      footer={
        <FormButtons
          pending={isPending}
          disabledReason={
            isSuccess || isKnownStatus(repair.status) ? awayReason : movedOnWords(repair)
          }
        >
          {kind === 'refund' ? 'Refund' : `Take ${kind}`}
        </FormButtons>
      }
    >
      <div className="flex flex-col gap-4">
        <MoneyField
          ref={amountField}
          label="Amount"
          maxLength={20}
          value={amount}
          onChange={(event) => change(event.target.value)}
          onFocus={(event) => event.target.select()}
          hint={consequence(seen, kind, isSuccess || fault !== null ? null : dollars)}
          error={amountError || undefined}
        />
        <Segments
          legend="Kind"
          isLegendShown
          segments={kinds}
          value={kind}
          onChange={(next) => next && setChosenKind(next)}
        />
        <Segments
          legend="Method"
          isLegendShown
          segments={methods}
          value={method}
          onChange={(next) => next && setMethod(next)}
        />
        <TextField
          label="Note"
          optional
          autoComplete="off"
          maxLength={limits.paymentNote}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          hint="Internal note; not on the receipt."
        />
      </div>
      <ConfirmDialog
        open={isAsked}
        title={changedTitle}
        description={news}
        tone="primary"
        confirmLabel={`${kind === 'refund' ? 'Refund' : 'Take'} ${formatPrice(dollars ?? 0)} anyway`}
        onConfirm={() => {
          setIsAsked(false);
          submit();
        }}
        onClose={() => setIsAsked(false)}
      />
    </Dialog>
  );
}
