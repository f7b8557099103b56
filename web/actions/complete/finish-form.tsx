import '../../data/zod-setup.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { Checked } from '../../../domain/api.ts';
import { limits } from '../../../domain/field-list.ts';
import { formatPrice, parsePrice, typedPrice } from '../../../domain/money.ts';
import { paymentMethodLabels, paymentMethods } from '../../../domain/payments.ts';
import type { FieldError } from '../../../domain/problems.ts';
import { totalOf } from '../../../domain/tax.ts';
import { taxHint } from '../../../domain/ticket-tax.ts';
import { maxWarrantyDays } from '../../../domain/warranty-term.ts';
import { judgeFinish, type WaitingTicket } from '../../../domain/while-waiting.ts';
import { finishSchema } from '../../../domain/while-waiting-schema.ts';
import { CallProblem } from '../../data/call.ts';
import { lastMethod, lastTechnician } from '../../data/counter-habits.ts';
import { newId } from '../../data/new-id.ts';
import { techniciansQuery } from '../../data/queries.ts';
import { repairProblem } from '../../data/repair-problem.ts';
import { useHoldSeconds, usePriceMode } from '../../data/shop-settings.ts';
import { TechnicianNames } from '../../parts/repair/technician-loads.tsx';
import { isOffered } from '../../parts/repair/technician-use.ts';
import { ProblemBanner } from '../../ui/banner.tsx';
import { Dialog, FormButtons } from '../../ui/dialog.tsx';
import { Segments } from '../../ui/segments.tsx';
import { MoneyField, TextArea, TextField } from '../../ui/text-field.tsx';
import { useFinalCheck } from './final-check.tsx';

export type Finish = Checked<'finishWhileWaiting', 'body'>;

const methods = paymentMethods.map((value) => ({ value, label: paymentMethodLabels[value] }));

const fields = ['technicianId', 'notes', 'price', 'warranties.0.days'] as const;
type Faults = Partial<Record<(typeof fields)[number], string>>;

/** At intake the fields are a part of what is sent. */
function faultsIn(errors: readonly FieldError[]): Faults {
  const messageOf = (name: string) =>
    errors.find(({ path }) => path === name || path === `finish.${name}`)?.message;
  return Object.fromEntries(
    fields.flatMap((name) => {
      const message = messageOf(name);
      return message === undefined ? [] : [[name, message]];
    }),
  );
}

const daysRule = `From 1 to ${maxWarrantyDays.toLocaleString('en-US')}`;

/** The covered work: the first line of what was done. */
const workOf = (notes: string) =>
  notes.trim().split('\n')[0]?.slice(0, limits.warrantyWork).trim() || 'Repair';

export interface TypedFinish {
  notes: string;
  price: string;
}

interface FinishFormProps {
  open: boolean;
  onClose: () => void;
  onClosed?: () => void;
  description: ReactNode;
  /** As it was seen: what is to be paid does not change under the finger. */
  ticket: WaitingTicket;
  /** As it would be typed. */
  price: string;
  /** What the customer pays at that price, in dollars; null if nothing is stored. */
  stored?: number | null;
  notes?: string;
  /** Of the request, if it outlives the dialog. */
  paymentId?: string;
  pending: boolean;
  isDone?: boolean;
  /** Then nothing typed is left to lose. */
  mayBeDone?: boolean;
  error: Error | null;
  /** Why it cannot be done now. */
  disabledReason: string | undefined;
  /** What can be done in its place, with what has been typed. */
  instead?: ((typed: TypedFinish) => ReactNode) | undefined;
  onFinish: (finish: Finish) => void;
}

/** Who did what while the customer waited, what it costs and how it is paid: one press does it all. */
export function FinishForm({
  open,
  onClose,
  onClosed,
  description,
  ticket,
  price: usualPrice,
  stored = null,
  notes: usualNotes = '',
  paymentId: givenId,
  pending,
  isDone = false,
  mayBeDone = false,
  error,
  disabledReason,
  instead,
  onFinish,
}: FinishFormProps) {
  const technicianField = useRef<HTMLInputElement>(null);
  const notesField = useRef<HTMLTextAreaElement>(null);
  const priceField = useRef<HTMLInputElement>(null);
  const warrantyField = useRef<HTMLInputElement>(null);
  /** Stays for as long as the dialog is open: another try is the same request. */
  const [ownId] = useState(newId);
  const { data: technicians } = useQuery(techniciansQuery);
  const remembered = lastTechnician.useValue();
  const isThere = technicians?.items.some((one) => one.id === remembered && isOffered(one));
  const [chosenId, setChosenId] = useState<string | null>(null);
  const technicianId = chosenId ?? (isThere ? (remembered ?? '') : '');
  const [given] = useState<TypedFinish>({ notes: usualNotes, price: usualPrice });
  const [opened] = useState(stored);
  const [notes, setNotes] = useState(usualNotes);
  const [price, setPrice] = useState(usualPrice);
  const [warrantyId] = useState(newId);
  const [warrantyDays, setWarrantyDays] = useState('');
  const [method, setMethod] = useState(lastMethod.get());
  const check = useFinalCheck();
  const isTyped =
    notes !== given.notes || price !== given.price || warrantyDays !== '' || check.isTyped;
  const [faults, setFaults] = useState<Faults>({});
  const holdSeconds = useHoldSeconds();

  const mode = usePriceMode();
  const typed = parsePrice(price);
  // When prices are typed before tax, a stored total may differ by a cent from what the shown price adds up to.
  const total = price === given.price ? opened : null;
  const dollars = total ?? (typed === null ? null : totalOf(typed, mode));
  const verdict = dollars === null ? null : judgeFinish(ticket, dollars);
  const notApproved = verdict?.kind === 'not-approved' ? verdict.detail : undefined;
  const charge = verdict?.kind === 'finish' ? verdict : null;
  const due = charge?.due ?? null;
  const refused = error instanceof CallProblem ? faultsIn(error.errors) : {};
  const isAtField = Object.keys(refused).length > 0;

  function submit() {
    if (pending || isDone) return;
    const checked = finishSchema.safeParse({
      technicianId,
      notes,
      finalCheck: check.finalCheck,
      price: dollars ?? typedPrice(price),
      amount: due ?? 0,
      method,
      paymentId: givenId ?? ownId,
      holdSeconds,
      ...(warrantyDays.trim() !== '' && {
        warranties: [{ warrantyId, what: workOf(notes), days: Number(warrantyDays) }],
      }),
    });
    const found = checked.success
      ? {}
      : faultsIn(
          checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
        );
    setFaults(found);
    if (checked.success && notApproved !== undefined) priceField.current?.focus();
    else if (checked.success) {
      lastTechnician.set(technicianId);
      if (due !== 0) lastMethod.set(method);
      onFinish(checked.data);
    } else if (found.technicianId !== undefined) technicianField.current?.focus();
    else if (found.notes !== undefined) notesField.current?.focus();
    else (found.price === undefined ? warrantyField : priceField).current?.focus();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      {...(onClosed && { onClosed })}
      title="Done while waiting"
      description={description}
      size="small"
      dirty={!isDone && !mayBeDone && isTyped}
      busy={pending}
      initialFocus={technicianId === '' ? technicianField : notesField}
      onSubmit={submit}
      alert={<ProblemBanner problem={isAtField ? null : repairProblem(error)} />}
      footer={
        <>
          {instead?.({ notes, price })}
          <FormButtons pending={pending} disabledReason={isDone ? undefined : disabledReason}>
            {finishLabel(charge)}
          </FormButtons>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TechnicianNames
          focusRef={technicianField}
          chosenId={technicianId}
          onChoose={setChosenId}
          error={technicianId === '' ? faults.technicianId : refused.technicianId}
        />
        <TextArea
          ref={notesField}
          label="What was done"
          optional
          rows={2}
          maxLength={limits.notes}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
          error={faults.notes ?? refused.notes}
        />
        {check.boxes}
        <MoneyField
          ref={priceField}
          label="Repair price"
          maxLength={20}
          value={price}
          onChange={(event) => setPrice(event.target.value)}
          onFocus={(event) => event.target.select()}
          hint={[taxHint(dollars, mode), paidBefore(ticket.paid, charge?.refund ?? 0)]
            .filter(Boolean)
            .join(' ')}
          error={dollars === null ? faults.price : notApproved}
        />
        {due !== 0 && (
          <Segments
            legend="Method"
            isLegendShown
            segments={methods}
            value={method}
            onChange={(next) => next && setMethod(next)}
          />
        )}
        <TextField
          ref={warrantyField}
          label="Warranty days"
          optional
          inputMode="numeric"
          autoComplete="off"
          value={warrantyDays}
          onChange={(event) => setWarrantyDays(event.target.value)}
          error={faults['warranties.0.days'] && daysRule}
        />
        <p className="text-ink-muted text-sm">
          {isOnStatement(charge)
            ? 'Completed and picked up in one step; the price goes on the customer’s statement.'
            : 'Completed, picked up and paid in one step.'}{' '}
          No text is sent.
        </p>
      </div>
    </Dialog>
  );
}

type Charge = { due: number; owed: number } | null;

const isOnStatement = (charge: Charge) => charge !== null && charge.due < charge.owed;

function finishLabel(charge: Charge): string {
  if (charge === null || isOnStatement(charge)) return 'Done';
  return charge.due > 0 ? `Take ${formatPrice(charge.due)} and finish` : 'Done, no charge';
}

function paidBefore(paid: number, refund: number): string | undefined {
  if (paid === 0) return undefined;
  const before = `${formatPrice(paid)} has already been paid.`;
  return refund > 0 ? `${before} ${formatPrice(refund)} will be due as a refund.` : before;
}
