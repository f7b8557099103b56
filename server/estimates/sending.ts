import type { Checked } from '../../domain/api.ts';
import type { Estimate, Repair } from '../../domain/api-answers.ts';
import { replaceableAcceptance } from '../../domain/estimate-answers.ts';
import { furtherTo } from '../../domain/further-work.ts';
import { centsFromDollars, dollarsFromCents, formatPrice } from '../../domain/money.ts';
import { phoneKey } from '../../domain/phone.ts';
import { type EstimateLine, linesFault, sumOfLines } from '../../domain/price-lines.ts';
import { fieldProblem, Problem } from '../../domain/problems.ts';
import { isAllowed } from '../../domain/repair-status.ts';
import {
  adviceForFailure,
  justSentQuestion,
  secondsSinceSent,
} from '../../domain/text-delivery.ts';
import { isoTime } from '../base/clock.ts';
import { dialectOf } from '../database/dialect.ts';
import type { Handle, MessagesTable } from '../database/tables.ts';
import { actingNow } from '../history/acting.ts';
import type { Deps } from '../ports/deps.ts';
import type { EstimateText } from '../ports/estimate-actions.ts';
import { getRepair, lockTicket } from '../repairs/store.ts';
import { readShopSettings } from '../settings/store.ts';
import { readTaxRate } from '../settings/tax.ts';
import { deliver, sendableTo, shopText, textableOrProblem, textSubject } from '../texts/sending.ts';
import {
  hasUnresolvedEstimate,
  isFailedState,
  messageBy,
  messageRow,
  prepareText,
  releaseRequest,
} from '../texts/store.ts';
import {
  currentEstimateOf,
  currentEstimateOfText,
  hasEstimateOfText,
  hasOthersOpen,
  recordedEstimateBy,
} from './store.ts';
import type { EstimateIntent } from './transitions.ts';

/**
 * Texts an estimate; it is stored only if the provider takes the text. Once for each `estimateId`: repeating
 * the request returns the estimate that was sent.
 *
 * @param asked `repairId` is a ticket number or repair id, `amount` in dollars; `replacesAccepted` must be
 *   what the customer has accepted by then; by default it is what they had accepted when the request came
 * @throws Problem repair-not-found, repair-status, client-phone-missing, phone-not-textable,
 *   phone-opted-out, texts-not-wanted, texts-not-agreed, estimate-in-flight, estimate-just-sent,
 *   message-id-taken, estimate-id-taken, sms-failed, sms-unknown
 */
export async function sendEstimate(
  deps: Deps,
  asked: Checked<'sendEstimate', 'body'>,
): Promise<{ estimate: Estimate; repair: Repair; isRepeat: boolean }> {
  const { database, clock } = deps;
  const { repairId: reference, amount, work, notes, lines, estimateId, again } = asked;
  const priceCents = centsOrProblem(amount);
  const replacesAccepted =
    asked.replacesAccepted === undefined
      ? replaceableAcceptance(await getRepair(database.read, reference))
      : asked.replacesAccepted;
  const recorded = await database.transact(async (tx) => {
    const estimated = { priceCents, work, notes, lines };
    const earlier = estimateId && (await askedBefore(tx, reference, estimateId, estimated));
    if (earlier) return earlier;
    await requireTotal(tx, asked);
    const text = await draft(tx, reference, estimated, replacesAccepted);
    if (!again) await askIfJustSent(tx, text.ticketNumber, priceCents, clock());
    const requestId = estimateId ?? undefined;
    return prepareText(tx, { ...text, requestId }, isoTime(clock()));
  });
  const isRepeat = typeof recorded === 'string';
  if (!isRepeat) {
    const result = await deliver(deps, recorded);
    if (result.kind === 'rejected') {
      throw new Problem('sms-failed', { extra: { advice: adviceForFailure(result.code) } });
    }
    if (result.kind === 'unknown') throw new Problem('sms-unknown');
  }
  const messageId = isRepeat ? recorded : recorded.reference;
  const repair = await getRepair(database.read, reference);
  const estimate = await currentEstimateOfText(database.read, messageId);
  // The ticket moved on in the meantime: another estimate, or none, is its current one.
  if (!estimate) throw new Problem('repair-status', { extra: { repair } });
  return { estimate, repair, isRepeat };
}

/** What {@link sendEstimate} would text, without any effect. @throws Problem as sending would */
export async function previewEstimate(
  deps: Deps,
  asked: Checked<'previewEstimate', 'body'>,
): Promise<string> {
  const { repairId: reference, amount, work, replacesAccepted } = asked;
  const priceCents = centsOrProblem(amount);
  const { read } = deps.database;
  await requireTotal(read, asked);
  const repair = await getRepair(read, reference);
  return (await compose(read, repair, { priceCents, work }, replacesAccepted)).body;
}

/**
 * An estimate whose text did not arrive, as it would be sent now: the same price, work and notes.
 *
 * @throws Problem repair-not-found, repair-status, client-phone-missing, phone-not-textable,
 *   phone-opted-out, texts-not-wanted, texts-not-agreed, estimate-in-flight
 */
export async function estimateAgain(tx: Handle, failed: MessagesTable): Promise<EstimateText> {
  if (failed.ticket_number === null) throw new Problem('repair-not-found');
  const { replacesAccepted, taxThousandths, ...estimated } = intentOf(failed);
  // With lines, the price includes tax at that rate.
  const rate = estimated.lines === null ? undefined : taxThousandths;
  return draft(tx, failed.ticket_number, estimated, replacesAccepted, rate);
}

/** The estimate as staff entered it. */
type Estimated = Required<Pick<EstimateIntent, 'priceCents' | 'work' | 'notes' | 'lines'>>;

/** @throws Problem repair-not-found if its ticket was deleted for good */
function intentOf({
  intent,
}: MessagesTable): Estimated &
  Required<Pick<EstimateIntent, 'replacesAccepted' | 'taxThousandths'>> {
  if (intent === null) throw new Problem('repair-not-found');
  const {
    priceCents,
    work = null,
    notes,
    lines = null,
    taxThousandths = 0,
    replacesAccepted = null,
  } = JSON.parse(intent) as EstimateIntent;
  return { priceCents, work, notes, lines, taxThousandths, replacesAccepted };
}

const contentOf = ({ priceCents, work, notes, lines }: Estimated) =>
  JSON.stringify([priceCents, work, notes, lines]);

/** The text of an estimate as it would be sent now. @throws Problem as {@link sendEstimate} */
async function compose(
  db: Handle,
  repair: Repair,
  estimate: Pick<Estimated, 'priceCents' | 'work'>,
  replacesAccepted: string | null | undefined,
): Promise<{ phone: string; body: string }> {
  textableOrProblem(repair.customerPhone);
  const isSeen =
    replacesAccepted === undefined || replacesAccepted === replaceableAcceptance(repair);
  if (!isSeen || !isAllowed('send-estimate', repair.status)) {
    throw new Problem('repair-status', { extra: { repair } });
  }
  if (await hasUnresolvedEstimate(db, repair.ticketNumber)) {
    throw new Problem('estimate-in-flight');
  }
  const phone = await sendableTo(db, repair);
  const othersOpen = await hasOthersOpen(db, phone, repair.ticketNumber);
  const kind = othersOpen ? 'estimate-one-of-several' : 'estimate';
  const current = await currentEstimateOf(db, repair.ticketNumber);
  const further = furtherTo(repair.status, current?.estimate ?? null);
  const acceptedCents = further && centsFromDollars(further.estimatePrice);
  // A lower price isn't more work.
  const insteadOfCents =
    (acceptedCents ?? estimate.priceCents) < estimate.priceCents ? acceptedCents : null;
  const { priceCents, work } = estimate;
  const text = { kind, ...textSubject(repair), priceCents, work, insteadOfCents } as const;
  return { phone, body: await shopText(db, text, repair.customerLanguage) };
}

/** The text with what is stored once the provider has taken it. @throws Problem as {@link sendEstimate} */
async function draft(
  tx: Handle,
  reference: string,
  estimate: Estimated,
  replacesAccepted: string | null,
  rate?: number,
): Promise<EstimateText> {
  const { ticketNumber, customerPhone } = await getRepair(tx, reference);
  // Waits until a text that the customer is sending right now has been dealt with: an answer, or
  // STOP.
  await dialectOf(tx).lock(tx, `phone ${phoneKey(customerPhone)}`);
  const repair = await lockTicket(tx, reference);
  const intent: EstimateIntent = {
    ...estimate,
    taxThousandths: rate ?? (await readTaxRate(tx)),
    replacesAccepted,
    customerName: repair.customerName,
    customerPhone: repair.customerPhone,
    ...actingNow(),
  };
  return {
    kind: 'estimate',
    ticketNumber,
    ...(await compose(tx, repair, estimate, replacesAccepted)),
    intent,
  };
}

/**
 * Checks that the lines add up to the amount, at today's rate and in the shop's way of stating prices: the
 * customer is asked for what staff saw.
 *
 * @throws Problem validation-failed
 */
export async function requireTotal(
  db: Handle,
  { amount, lines }: { amount: number; lines: readonly EstimateLine[] | null },
): Promise<void> {
  if (lines === null) return;
  const mode = await readShopSettings(db);
  const fault = linesFault(lines, mode);
  if (fault !== null) throw fieldProblem('lines', fault);
  const total = dollarsFromCents(sumOfLines(lines, mode).total);
  if (total === amount) return;
  throw fieldProblem('amount', `The lines come to ${formatPrice(total)} with tax`);
}

export function centsOrProblem(amount: number): number {
  const priceCents = centsFromDollars(amount);
  if (priceCents === null) throw new Problem('validation-failed');
  return priceCents;
}

/**
 * Asks before the price that an open estimate has is texted a second time within two minutes.
 *
 * @throws Problem estimate-just-sent
 */
async function askIfJustSent(
  tx: Handle,
  ticketNumber: string,
  priceCents: number,
  now: number,
): Promise<void> {
  const current = await currentEstimateOf(tx, ticketNumber);
  if (!current) return;
  const { customerName, estimatePrice, isExpired, sentAt, status, told } = current.estimate;
  const isSame = centsFromDollars(estimatePrice) === priceCents;
  if (!isSame || isExpired || status !== 'sent' || told !== null) return;
  const seconds = secondsSinceSent(sentAt, now);
  const text = await messageRow(tx, current.messageId);
  if (seconds === null || isFailedState(text?.state ?? '')) return;
  throw new Problem('estimate-just-sent', {
    detail: justSentQuestion(customerName, seconds),
    extra: { customerName, secondsAgo: seconds },
  });
}

/**
 * The text that an id asked for before; one that was definitely not sent frees its id.
 *
 * @param estimated what is asked for now
 * @throws Problem repair-not-found; estimate-id-taken; message-id-taken, also if it asked for a
 *   different price, work or notes; estimate-in-flight or sms-unknown while nobody knows whether it was sent
 */
async function askedBefore(
  tx: Handle,
  reference: string,
  estimateId: string,
  estimated: Estimated,
): Promise<string | null> {
  await dialectOf(tx).lock(tx, `text ${estimateId}`);
  if (await recordedEstimateBy(tx, estimateId)) throw new Problem('estimate-id-taken');
  const earlier = await messageBy(tx, 'request_id', estimateId);
  if (!earlier) return null;
  const repair = await getRepair(tx, reference);
  if (earlier.kind !== 'estimate' || earlier.ticket_number !== repair.ticketNumber) {
    throw new Problem('message-id-taken');
  }
  if (isFailedState(earlier.state) && !(await hasEstimateOfText(tx, earlier.id))) {
    await releaseRequest(tx, estimateId);
    return null;
  }
  if (contentOf(intentOf(earlier)) !== contentOf(estimated)) {
    throw new Problem('message-id-taken', {
      detail: 'It went out with a different price, work or notes. Please start over.',
      extra: { repair },
    });
  }
  if (earlier.state === 'sending') throw new Problem('estimate-in-flight');
  if (earlier.state === 'unknown') throw new Problem('sms-unknown');
  return earlier.id;
}
