import { type ReactNode, useId, useRef, useState } from 'react';
import type { Input } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import { dueInAll } from '../../../domain/hand-over.ts';
import { isolated } from '../../../domain/isolated.ts';
import { formatPrice } from '../../../domain/money.ts';
import { balanceAskedFor, paymentMethodLabels, paymentMethods } from '../../../domain/payments.ts';
import { formatPhone } from '../../../domain/phone.ts';
import { isUnsure } from '../../data/call.ts';
import { lastMethod, printsCard, printsReceipt, receiptPaper } from '../../data/counter-habits.ts';
import { newId } from '../../data/new-id.ts';
import type { ActionProps } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { useTicketPlaces } from '../../data/ticket-places.tsx';
import { ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/choice-fields.tsx';
import { wordAtEndClasses, wordAtStartClasses } from '../../ui/classes.ts';
import { ConfirmDialog, Dialog, DialogClose } from '../../ui/dialog.tsx';
import { Segments } from '../../ui/segments.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { CollectorFields, collectorName, noCollector } from './collector-fields.tsx';
import { faultAt, refusalWords, useHandingOver } from './handing-over.ts';
import { useLeaving } from './leaving.ts';
import { LeavingList } from './leaving-list.tsx';
import { useLeavingWarranties } from './leaving-warranties.ts';
import { RefundsDue } from './refunds-due.tsx';
import {
  noShipment,
  type Shipment,
  ShipmentFields,
  shipmentFaults,
  shipmentOf,
} from './shipment-fields.tsx';
import { AddWarrantyButtons, WarrantyFields } from './warranty-fields.tsx';

const methods = paymentMethods.map((value) => ({ value, label: paymentMethodLabels[value] }));

/** Watches leave the shop: paid for, handed over or shipped, with a receipt, in one press. */
export function HandOverDialog({ open, onClose, repair }: ActionProps) {
  const [handOverId] = useState(newId);
  /** By ticket: another try is the same payment. */
  const [paymentIds] = useState(() => new Map<string, string>());
  const [collector, setCollector] = useState(noCollector);
  const [shipment, setShipment] = useState(noShipment);
  const [isShipping, setIsShipping] = useState(false);
  const [note, setNote] = useState<string | null>(null);
  const [isJudged, setIsJudged] = useState(false);
  const [asksUnpaid, setAsksUnpaid] = useState(false);
  const reasonId = useId();
  const method = lastMethod.useValue();
  const prints = printsReceipt.useValue() === 'yes';
  const printsCards = printsCard.useValue() === 'yes';
  const paper = receiptPaper.useValue();
  const warrantyFields = useRef<HTMLDivElement>(null);
  const chosen = useRef<HTMLInputElement>(null);
  const name = useRef<HTMLInputElement>(null);
  const carrier = useRef<HTMLInputElement>(null);
  const trackingNumber = useRef<HTMLInputElement>(null);
  const insuredValue = useRef<HTMLInputElement>(null);
  const shipmentRefs = { carrier, trackingNumber, insuredValue };
  const awayReason = useAwayReason();
  const places = useTicketPlaces();
  const handingOver = useHandingOver();
  const { error, isPending, isSuccess, variables } = handingOver;
  const watches = useLeaving(repair, open && !isPending && !isSuccess && !isUnsure(error));
  const { leaving } = watches;
  const warranties = useLeavingWarranties(watches, open && !isPending && !isSuccess);

  const due = dueInAll(leaving.map(balanceAskedFor));
  const isAnyPaid = due > 0 || leaving.some(({ paid }) => paid > 0);
  const by = collectorName(collector, leaving);
  const faults = isShipping ? shipmentFaults(shipment) : {};
  const isNameMissing = !isShipping && collector.who === 'other' && by === '';
  const verb = isShipping ? 'ship' : 'hand over';
  const unpaidLabel = isShipping ? 'Ship unpaid' : 'Hand over unpaid';

  function idOf(ticketNumber: string): string {
    const id = paymentIds.get(ticketNumber) ?? newId();
    paymentIds.set(ticketNumber, id);
    return id;
  }

  const ticketOf = (isPaid: boolean) => (ticket: Repair) => ({
    ticketNumber: ticket.ticketNumber,
    seenVersion: ticket.updatedAt,
    seenBalance: ticket.balance,
    paymentId: isPaid && (balanceAskedFor(ticket) ?? 0) > 0 ? idOf(ticket.ticketNumber) : null,
    ...warranties.sentOf(ticket.ticketNumber),
  });

  /** Otherwise the field that needs another look gets the focus. */
  function mayLeave(): boolean {
    if (isWaiting || isSuccess || reason !== undefined) return false;
    const [faulty] = Object.keys(faults) as (keyof Shipment)[];
    const isFaulty = isNameMissing || faulty !== undefined || warranties.isFaulty;
    setIsJudged(isFaulty);
    if (isNameMissing || faulty !== undefined) {
      (faulty === undefined ? name : shipmentRefs[faulty]).current?.focus();
    } else if (isFaulty) {
      // So that its faults are shown before the focus moves.
      requestAnimationFrame(() =>
        warrantyFields.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(),
      );
    }
    return !isFaulty;
  }

  /** @param isPaid whether what is due is taken */
  function submit(isPaid: boolean) {
    if (!mayLeave()) return;
    const seen = { claimCheckSeen: collector.claimCheckSeen, idSeen: collector.idSeen };
    const body: Input<'handOver', 'body'> = {
      handOverId,
      tickets: leaving.map(ticketOf(isPaid)),
      method: isPaid && due > 0 ? method : null,
      note: note || null,
      ...(isShipping ? { shipment: shipmentOf(shipment) } : { by: by || null, ...seen }),
    };
    handingOver.mutate(
      { body, seen: leaving, prints, printsCards, openTicket: places.open },
      { onSuccess: onClose, onError: (refused) => watches.lookAgain(refused) },
    );
  }

  const reason = isSuccess
    ? undefined
    : ((leaving.length === 0 ? (watches.reasonNotTo ?? 'Select a watch.') : undefined) ??
      awayReason ??
      watches.loadFailure ??
      warranties.loadFailure);
  /** Until it is known what leaves, nothing can be taken for it. */
  const isUnseen = watches.awaited !== null || !warranties.areKnown;
  const isWaiting = isPending || (isUnseen && reason === undefined);
  const isAtField = faultAt(error, 'by') !== undefined;
  const typed = [note, collector.name, ...Object.values(shipment)];

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={isShipping ? 'Ship' : 'Hand over'}
      description={[isolated(repair.customerName), formatPhone(repair.customerPhone)]
        .filter(Boolean)
        .join(' · ')}
      size="wide"
      dirty={!isSuccess && (warranties.isTyped || typed.some(Boolean))}
      busy={isPending}
      initialFocus={chosen}
      onSubmit={() => submit(true)}
      alert={<ProblemBanner problem={isAtField ? null : refusalWords(error, variables)} />}
      footer={
        <Foot
          reason={reason}
          reasonId={reasonId}
          pending={isWaiting}
          other={isShipping ? 'Hand over instead' : 'Ship instead'}
          onOther={() => {
            setIsShipping(!isShipping);
            setIsJudged(false);
          }}
        >
          {due > 0
            ? `Take ${formatPrice(due)} and ${verb}`
            : isShipping
              ? 'Mark shipped'
              : 'Hand over'}
        </Foot>
      }
    >
      <div className="flex flex-col gap-5">
        <LeavingList watches={watches} due={due} />
        <RefundsDue leaving={leaving} onChanged={watches.lookAgainAt} />
        {due > 0 && (
          <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
            <div className="flex w-full sm:max-w-sm">
              <Segments
                legend="Method"
                isLegendShown
                segments={methods}
                value={method}
                onChange={(next) => next && lastMethod.set(next)}
                chosenRef={chosen}
              />
            </div>
            <div className="max-sm:-ml-4 sm:-mr-4 desk:-mr-3">
              <Button
                variant="quiet"
                disabledReason={reason}
                reasonId={reasonId}
                onClick={() => setAsksUnpaid(mayLeave())}
              >
                {unpaidLabel}
              </Button>
            </div>
          </div>
        )}
        {isShipping ? (
          <ShipmentFields
            shipment={shipment}
            faults={isJudged ? faults : {}}
            isOfSeveral={leaving.length > 1}
            onChange={setShipment}
            refs={shipmentRefs}
          />
        ) : (
          <CollectorFields
            collector={collector}
            leaving={leaving}
            customerName={repair.customerName}
            fault={isJudged && isNameMissing ? 'Please enter a name' : faultAt(error, 'by')}
            onChange={setCollector}
            nameRef={name}
            chosenRef={due > 0 ? undefined : chosen}
          />
        )}
        <div className="flex flex-wrap items-start justify-between gap-x-6">
          {isAnyPaid && (
            <CheckField
              label="Print the receipt"
              hint={`On ${paper === 'roll' ? '80 mm' : 'letter'} paper.`}
              checked={prints}
              onChange={({ target }) => printsReceipt.set(target.checked ? 'yes' : 'no')}
            />
          )}
          <div className={`${wordAtStartClasses} ${wordAtEndClasses} flex flex-wrap gap-x-2`}>
            <AddWarrantyButtons warranties={warranties} />
            {note === null && (
              <Button variant="quiet" onClick={() => setNote('')}>
                Add a note
              </Button>
            )}
          </div>
        </div>
        {/* Last: it comes with the tickets, and moves nothing that is about to be pressed. */}
        <div ref={warrantyFields} className="flex flex-col gap-4 empty:hidden">
          <WarrantyFields warranties={warranties} isJudged={isJudged} />
          {warranties.hasAny && (
            <CheckField
              label="Print the warranty card"
              checked={printsCards}
              onChange={({ target }) => printsCard.set(target.checked ? 'yes' : 'no')}
            />
          )}
        </div>
        {note !== null && (
          <TextArea
            label="Note"
            optional
            rows={2}
            autoFocus
            value={note}
            onChange={(event) => setNote(event.target.value)}
            error={faultAt(error, 'note')}
          />
        )}
      </div>
      <ConfirmDialog
        open={asksUnpaid}
        title={`${unpaidLabel}?`}
        description={`${formatPrice(due)} remains due${leaving.length > 1 ? ` for ${leaving.length} watches` : ''}.`}
        confirmLabel={unpaidLabel}
        tone="primary"
        onConfirm={() => {
          setAsksUnpaid(false);
          submit(false);
        }}
        onClose={() => setAsksUnpaid(false)}
      />
    </Dialog>
  );
}

/** The buttons; the other way for the watches to leave is on the left. */
function Foot({
  reason,
  reasonId,
  pending,
  other,
  onOther,
  children,
}: {
  reason: string | undefined;
  reasonId: string;
  pending: boolean;
  other: string;
  onOther: () => void;
  children: ReactNode;
}) {
  return (
    <>
      {reason !== undefined && (
        <p id={reasonId} className="basis-full text-ink-muted text-sm sm:text-right">
          {reason}
        </p>
      )}
      <div className="max-sm:grow sm:mr-auto sm:-ml-4 desk:-ml-3">
        <Button variant="quiet" block onClick={onOther}>
          {other}
        </Button>
      </div>
      <DialogClose />
      <Button
        type="submit"
        variant="primary"
        pending={pending}
        disabledReason={reason}
        reasonId={reasonId}
      >
        {children}
      </Button>
    </>
  );
}
