import CalendarClock from 'lucide/calendar-clock';
import Reply from 'lucide/reply';
import { type ReactNode, useId } from 'react';
import type { Answer } from '../../../domain/api.ts';
import type { Estimate, Message, Repair, TicketEvent } from '../../../domain/api-answers.ts';
import { casesClosedBy } from '../../../domain/attention.ts';
import { dateText } from '../../../domain/calendar-date.ts';
import { answerWayWords, estimateLabel } from '../../../domain/estimate-answers.ts';
import { shiftOffer } from '../../../domain/promised-date.ts';
import { isOpen } from '../../../domain/repair-status.ts';
import { outNow } from '../../../domain/sent-out-state.ts';
import { serialKeys } from '../../../domain/serial-key.ts';
import { photosText } from '../../../domain/text-pictures.ts';
import { isUnderWarranty } from '../../../domain/warranty-term.ts';
import { useChangePromise } from '../../actions/promise/promise-change.ts';
import { useAwayReason } from '../../data/outage.ts';
import { showRepairProblem } from '../../data/repair-problem.ts';
import { lacksDropOffText, textObstacle, wasNotTexted } from '../../parts/client/text-obstacle.ts';
import { useWithheld } from '../../parts/client/withheld.ts';
import { eventWordsAmong, openAlert, waitingTexts } from '../../parts/history/event-words.ts';
import { Timeline } from '../../parts/history/timeline.tsx';
import { Balance, openBalance } from '../../parts/money/open-balance.tsx';
import { Price } from '../../parts/money/price.tsx';
import { UnsavedPhotos, usePhotoUploads } from '../../parts/photo/photo-upload-status.tsx';
import { EstimatePaperButton } from '../../parts/print/estimate-paper-button.tsx';
import { HolderName } from '../../parts/repair/holder-name.tsx';
import { PromiseInLine } from '../../parts/repair/promise.tsx';
import { openApproval } from '../../parts/repair/repair-summary.tsx';
import { Siblings } from '../../parts/repair/siblings.tsx';
import { OptedOutBadge, StatusBadge } from '../../parts/repair/status-badge.tsx';
import { OutMark } from '../../parts/repair/wait-mark.tsx';
import { NotTextedNotice } from '../../parts/text/no-text.tsx';
import { SimulatedPhoneButton } from '../../parts/text/simulated-phone-button.tsx';
import { attentionWordsOf } from '../../parts/text/text-words.ts';
import { DayTime } from '../../parts/time/date-time.tsx';
import { useShopCalendar, useToday } from '../../parts/time/shop-calendar.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { atEdgeClasses, classNames, wordAtEndClasses } from '../../ui/classes.ts';
import { ClampedText } from '../../ui/earlier.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { SkeletonLines } from '../../ui/states.tsx';
import { RepairEstimates, TicketFacts, TicketWords } from './repair-details.tsx';
import { TicketParts } from './ticket-parts.tsx';
import { TicketPayments } from './ticket-payments.tsx';
import { TicketPhotos } from './ticket-photos.tsx';
import { TicketSendings } from './ticket-sendings.tsx';
import { TicketTexts } from './ticket-texts.tsx';
import { UndoNotice } from './undo-notice.tsx';

const { Part: RepairEditForm } = lazyPart(
  async () => (await import('./repair-edit-form.tsx')).RepairEditForm,
  <SkeletonLines lines={6} />,
);

const { Part: TicketClaimCheck } = lazyPart(
  async () => (await import('./ticket-claim-check.tsx')).TicketClaimCheck,
  <SkeletonLines lines={2} />,
);

const { Part: TicketBench } = lazyPart(
  async () => (await import('./ticket-bench.tsx')).TicketBench,
  <SkeletonLines lines={2} />,
);

const { Part: TicketWarranty } = lazyPart(
  async () => (await import('./ticket-warranty.tsx')).TicketWarranty,
  <SkeletonLines lines={2} />,
);

const { Part: WarrantyMark } = lazyPart(
  async () => (await import('../../parts/repair/warranty-mark.tsx')).WarrantyMark,
);
const { Part: TicketWatch } = lazyPart(
  async () => (await import('./ticket-watch.tsx')).TicketWatch,
);

/** Whether other repairs of the watch are known or possible. */
const hasWatch = (repair: Repair) => repair.watchId !== null || serialKeys(repair).length > 0;

type Ticket = Answer<'getRepair'>;

/** What the ticket waits for, in the words of the counter; nothing once it is finished. */
function waitsFor(repair: Repair, estimates: readonly Estimate[]): ReactNode {
  const { status, assignedWatchmaker, isWaitingForPickup, collectedBy, shippedBy } = repair;
  if (isWaitingForPickup) return 'Ready for pickup';
  if (shippedBy) {
    return (
      <>
        Shipped by <bdi>{shippedBy}</bdi>
      </>
    );
  }
  if (collectedBy !== null) {
    return (
      <>
        Picked up by <bdi>{collectedBy}</bdi>
      </>
    );
  }
  const name = <HolderName repair={repair} />;
  switch (status) {
    case 'pending':
    case 'estimate-accepted':
      // The technician who had the watch before the estimate continues with it.
      return assignedWatchmaker === null ? 'Needs a technician' : <>Ready for {name}</>;
    case 'assigned':
      return <>Not started · {name}</>;
    case 'in-progress':
      return <>{name} is working on it</>;
    case 'estimate-declined':
      return estimates.some(({ acceptedBefore }) => acceptedBefore)
        ? 'Return it unrepaired, or proceed at the previously accepted price'
        : 'Return it unrepaired, or send a new estimate';
    default:
      return null;
  }
}

/** While an estimate counts, the price says the status, with the customer's answer. */
const isSaidByPrice = (status: string) => status.startsWith('estimate-');

/** What a customer at the counter asks first, in one line: how far along it is, when it is due, what it costs, what it is waiting for. */
export function TicketState({ repair, estimates }: Pick<Ticket, 'repair' | 'estimates'>) {
  const waiting = waitsFor(repair, estimates);
  const today = useToday();
  const estimate = estimates.find(({ isReplaced }) => !isReplaced);
  const approval = openApproval(repair);
  const balance = openBalance(repair);
  const isMark = estimate !== undefined && isSaidByPrice(repair.status);
  const price = <PriceState repair={repair} estimate={estimate} />;
  const facts: Record<string, ReactNode> = {
    status: <StatusBadge {...repair} isMark={isMark} />,
    // The mark goes with the answer, so it comes first.
    ...(isMark && { price }),
    promise: repair.expectedOn !== null && isOpen(repair.status) && (
      <PromiseInLine repair={repair} />
    ),
    sameDay: repair.isSameDay && 'Same day',
    optedOut: repair.optedOutAt && <OptedOutBadge />,
    // What is still due says more.
    ...(!isMark && balance === null && { price }),
    approval: approval && (
      <span className={approval.isAbove ? 'text-late' : undefined}>{approval.words}</span>
    ),
    paid: repair.paid > 0 && (
      <>
        <Price dollars={repair.paid} /> paid
      </>
    ),
    balance: balance !== null && <Balance dollars={balance} />,
    out: outNow(repair) && <OutMark repair={repair} />,
    parts: repair.isWaitingForParts && <span className="text-soon">Waiting for parts</span>,
    waiting,
    warranty: isUnderWarranty(repair.warrantyUntil, today) && (
      <WarrantyMark until={repair.warrantyUntil} />
    ),
  };
  const known = Object.entries(facts).filter(([, fact]) => fact !== null && fact !== false);
  return (
    <ul aria-label="At a glance" className="flex flex-wrap items-baseline gap-x-1.5">
      {known.map(([name, fact], at) => (
        <li
          key={name}
          className={classNames(
            'min-w-0 break-words [&>button]:-my-1 pointer-coarse:[&>button]:-my-3',
            // After it: a line never begins with one.
            at >= (isMark ? 1 : 0) && "not-last:after:pl-1.5 not-last:after:content-['·']",
          )}
        >
          {fact}
        </li>
      ))}
    </ul>
  );
}

/** The customer's answer to the newest estimate, or else the agreed price. */
function PriceState({
  repair: { repairPrice, estimatePrice },
  estimate,
}: {
  repair: Repair;
  estimate: Estimate | undefined;
}) {
  if (estimate) {
    return (
      <>
        <Price dollars={estimate.estimatePrice} />{' '}
        {estimate.told && `${answerWayWords[estimate.told]}, `}
        {estimateLabel(estimate).toLowerCase()}
      </>
    );
  }
  // A copy made from a list may be without its estimate.
  const price = repairPrice ?? estimatePrice;
  return price === null ? 'No price' : <Price dollars={price} />;
}

/** What waits for staff on a ticket, if its own state does not say it. */
function Alert({
  ticket: { repair, events },
  withheld,
  waiting: [text],
  replyFieldId,
}: {
  ticket: Ticket;
  withheld: string | undefined;
  /** Newest first. */
  waiting: readonly Message[];
  replyFieldId: string;
}) {
  const alert = openAlert(events);
  if (text !== undefined) {
    const isReachable = repair.optedOutAt === null && withheld === undefined;
    return <WaitingText text={text} replyFieldId={isReachable ? replyFieldId : null} />;
  }
  return (
    alert && (
      <Banner tone="warning" title={`${alert.title}.`}>
        {alert.details.join('. ')}
      </Banner>
    )
  );
}

/** The customer's own words, and the way to answer them. */
function WaitingText({
  text: { body, createdAt, attention, pictures = [] },
  replyFieldId,
}: {
  text: Message;
  /** Null if the customer gets no texts. */
  replyFieldId: string | null;
}) {
  return (
    <Banner
      tone="warning"
      title={
        pictures.length > 0 ? `Customer sent ${photosText(pictures.length)}.` : 'Customer replied.'
      }
      action={
        replyFieldId !== null && (
          <Button icon={Reply} onClick={() => document.getElementById(replyFieldId)?.focus()}>
            Reply
          </Button>
        )
      }
    >
      {replyFieldId === null && casesClosedBy.text.some((reason) => reason === attention)
        ? 'Call them: they can’t be texted.'
        : attentionWordsOf(attention)}
      {(body !== '' || pictures.length === 0) && (
        <blockquote dir="auto" className="whitespace-pre-line">
          <ClampedText>{body === '' ? 'Empty message' : `“${body}”`}</ClampedText>
        </blockquote>
      )}
      <p className="text-ink-muted text-sm">
        <DayTime iso={createdAt} />
      </p>
    </Banner>
  );
}

export function TicketSections({
  ticket,
  isCopy,
  isWhole,
  isEditing,
  onEdited,
  onDirtyChange,
  onTextingChange,
  onReplying,
}: {
  ticket: Ticket;
  /** This browser's own, without texts and history. */
  isCopy: boolean;
  /** With what is read second. */
  isWhole: boolean;
  isEditing: boolean;
  onEdited: () => void;
  onDirtyChange: (isDirty: boolean) => void;
  onTextingChange: (isTexting: boolean) => void;
  onReplying: (isReplying: boolean) => void;
}) {
  const { repair, estimates, messages, notes, events, payments, parts, sendings, signatures } =
    ticket;
  const replyFieldId = useId();
  const current = estimates.find(({ isReplaced }) => !isReplaced);
  const waiting = waitingTexts(messages, events).filter(
    // The status line and the composer say it, with what to do.
    ({ attention }) => attention !== 'opted-out' || repair.optedOutAt === null,
  );
  const withheld = useWithheld(repair);
  const obstacle = textObstacle(repair, messages, withheld);
  // The customer's number may have been corrected since. What is held has reached no phone yet.
  const lastTexted = messages.find(({ state }) => state !== 'held');
  const uploads = usePhotoUploads().filter(
    ({ ticketNumber }) => ticketNumber === repair.ticketNumber,
  );
  return (
    <div className="grid min-h-full content-start gap-4 @4xl:grid-cols-2 @4xl:content-stretch @4xl:gap-0">
      <div className="flex min-w-0 flex-col gap-4 @4xl:pr-8">
        <UnsavedPhotos uploads={uploads} />
        <UndoNotice repair={repair} messages={messages} />
        {wasNotTexted(repair, { messages, events }) && (
          <NotTextedNotice repair={repair} reason={obstacle} />
        )}
        {!isCopy && <ShiftOffer ticket={ticket} />}
        <Alert {...{ ticket, withheld, waiting, replyFieldId }} />
        {isEditing ? (
          <RepairEditForm repair={repair} onDone={onEdited} onDirtyChange={onDirtyChange} />
        ) : (
          <>
            <TicketWords repair={repair} />
            <TicketFacts repair={repair} estimates={estimates} />
          </>
        )}
        <Siblings {...ticket} />
        {!isCopy && hasWatch(repair) && <TicketWatch repair={repair} />}
        {isWhole && (
          <>
            <div className="border-t pt-1">
              <TicketPhotos {...ticket} />
            </div>
            <div className="border-t pt-1">
              <Section
                title="Texts"
                level={3}
                action={
                  <span className={atEdgeClasses}>
                    <SimulatedPhoneButton phone={lastTexted?.phone ?? repair.customerPhone} />
                  </span>
                }
              >
                <TicketTexts
                  repair={repair}
                  messages={messages}
                  notes={notes}
                  waiting={waiting}
                  isCopy={isCopy}
                  isSigned={signatures.length > 0}
                  hasDropOff={lacksDropOffText(repair, ticket, obstacle)}
                  fieldId={replyFieldId}
                  onUnfold={onReplying}
                  onDirtyChange={onTextingChange}
                />
              </Section>
            </div>
          </>
        )}
      </div>
      {isWhole && (
        <div className="flex min-w-0 flex-col gap-4 @max-4xl:border-t @max-4xl:pt-1 @4xl:border-l @4xl:pl-8">
          <Section
            title="Estimates"
            level={3}
            action={
              current && (
                <span className={wordAtEndClasses}>
                  <EstimatePaperButton repair={repair} estimate={current} variant="quiet" />
                </span>
              )
            }
          >
            {isCopy && estimates.length === 0 ? (
              <AvailableAgain />
            ) : (
              <RepairEstimates estimates={estimates} texts={messages} />
            )}
          </Section>
          {!isCopy && <TicketClaimCheck ticket={ticket} />}
          {!isCopy && <TicketBench ticket={ticket} />}
          <TicketPayments repair={repair} payments={payments} />
          <TicketParts repair={repair} parts={parts} />
          <TicketSendings repair={repair} sendings={sendings} />
          {!isCopy && <TicketWarranty ticket={ticket} />}
          <Section title="History" level={3}>
            {isCopy ? (
              <AvailableAgain />
            ) : (
              <Timeline events={events} wordsOf={eventWordsAmong(messages)} />
            )}
          </Section>
        </div>
      )}
    </div>
  );
}

const AvailableAgain = () => (
  <p className="text-ink-muted">Available again when the shop’s server is back.</p>
);

const setsDate = ({ data: { after } }: TicketEvent) =>
  typeof after === 'object' && after !== null && 'expectedOn' in after;

/** When the date promised was last changed; null for never. */
function lastDecision(events: readonly TicketEvent[]): string | null {
  const times = events.filter(setsDate).map(({ at }) => at);
  return times.length === 0 ? null : times.reduce((one, other) => (one > other ? one : other));
}

/** After an ACCEPT: the date promised may move by the days that the customer took. Staff decide. */
function ShiftOffer({ ticket: { repair, events } }: { ticket: Answer<'getRepair'> }) {
  const today = useToday();
  const calendar = useShopCalendar();
  const awayReason = useAwayReason();
  const changing = useChangePromise(repair);
  if (calendar === undefined) return null;
  const offer = shiftOffer(repair, lastDecision(events), calendar.timeZone, calendar);
  if (offer === null) return null;
  const days = `${offer.days} ${offer.days === 1 ? 'day' : 'days'}`;
  return (
    <Banner
      tone="info"
      icon={CalendarClock}
      title={`The customer took ${days} to answer the estimate.`}
      action={
        <Button
          pending={changing.isPending}
          disabledReason={awayReason}
          onClick={() =>
            changing.mutate(
              { expectedOn: offer.date, seenVersion: repair.updatedAt },
              { onError: (error) => showRepairProblem(error) },
            )
          }
        >
          Move to {dateText(offer.date, today)}
        </Button>
      }
    >
      {repair.expectedOn !== null && `The promised date is ${dateText(repair.expectedOn, today)}.`}
    </Banner>
  );
}
