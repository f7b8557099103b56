import type { Checked } from '../../domain/api.ts';
import type { Estimate, Repair } from '../../domain/api-answers.ts';
import { replaceableAcceptance } from '../../domain/estimate-answers.ts';
import { phoneKey } from '../../domain/phone.ts';
import { Problem } from '../../domain/problems.ts';
import { isAllowed } from '../../domain/repair-status.ts';
import { isoTime } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import { dialectOf } from '../database/dialect.ts';
import type { Handle } from '../database/tables.ts';
import { record } from '../history/record.ts';
import type { Deps } from '../ports/deps.ts';
import { getRepair, lockTickets, takeAction } from '../repairs/store.ts';
import { readTaxRate, taxColumns } from '../settings/tax.ts';
import { ticketsOfPhone } from '../texts/phone-store.ts';
import { hasUnresolvedEstimate, messageBy } from '../texts/store.ts';
import { centsOrProblem, requireTotal } from './sending.ts';
import { findEstimate, recordedEstimateBy } from './store.ts';
import { applyAnswer, storeEstimate } from './transitions.ts';

type Asked = Checked<'recordEstimate', 'body'>;

/**
 * Records an estimate that the customer was given without a text, with the answer if they gave one at once.
 * Nothing is texted. Once for each `estimateId`: repeating the request returns the estimate that was
 * recorded.
 *
 * @param asked `repairId` is a ticket number or repair id, `amount` in dollars; `replacesAccepted` as in
 *   sending an estimate
 * @throws Problem repair-not-found, repair-status, estimate-in-flight, estimate-id-taken
 */
export async function recordEstimate(
  { database, clock }: Deps,
  asked: Asked,
): Promise<{ estimate: Estimate; repair: Repair; isRepeat: boolean }> {
  const { repairId: reference, estimateId, work, notes, lines, told, answer, answeredBy } = asked;
  const priceCents = centsOrProblem(asked.amount);
  return database.transact(async (tx) => {
    const seen = await getRepair(tx, reference);
    const earlier = estimateId && (await recordedBefore(tx, seen, estimateId, asked));
    if (earlier) {
      return { estimate: earlier, repair: await getRepair(tx, reference), isRepeat: true };
    }
    // After what the customer is texting right now. An answer handles what the phone has asked.
    const phone = phoneKey(seen.customerPhone);
    await dialectOf(tx).lock(tx, `phone ${phone}`);
    await lockTickets(tx, [seen.ticketNumber, ...(await ticketsOfPhone(tx, phone))]);
    const before = await getRepair(tx, reference);
    const { ticketNumber, customerName, customerPhone } = before;
    const replacesAccepted = asked.replacesAccepted ?? null;
    const isSeen =
      asked.replacesAccepted === undefined || replacesAccepted === replaceableAcceptance(before);
    if (!isSeen || !isAllowed('send-estimate', before.status)) {
      throw new Problem('repair-status', { extra: { repair: before } });
    }
    if (await hasUnresolvedEstimate(tx, ticketNumber)) {
      throw new Problem('estimate-in-flight', {
        detail:
          'We can’t tell yet whether the last estimate was sent. Please wait until we know before recording another.',
      });
    }
    await requireTotal(tx, asked);
    const now = clock();
    const at = isoTime(now);
    await takeAction(tx, ticketNumber, 'send-estimate', { updated_at: at });
    const { id, data } = await storeEstimate(tx, before, {
      customer_name: customerName,
      customer_phone: customerPhone,
      texted_phone: '',
      told,
      estimate_price_cents: priceCents,
      lines,
      ...taxColumns(priceCents, await readTaxRate(tx), lines),
      work,
      notes,
      sent_at: at,
      replaced_at: null,
      message_id: estimateId ?? newId(now),
      created_at: at,
    });
    await record(tx, {
      at,
      events: [
        { kind: 'estimate-recorded', actor: 'staff', ticketNumber, data: { ...data, told } },
      ],
      changes: [
        { entity: 'estimate', id, what: 'recorded', ticketNumber },
        { entity: 'repair', id: before.id, what: 'estimate-recorded', ticketNumber },
      ],
    });
    if (answer !== null) {
      const given = { answer, words: null, by: told, answeredBy, messageId: null };
      await applyAnswer(tx, id, given, at);
    }
    const estimate = await findEstimate(tx, id);
    if (!estimate) throw new Error('The estimate is not stored');
    return { estimate, repair: await getRepair(tx, ticketNumber), isRepeat: false };
  });
}

/**
 * The estimate that an id recorded before.
 *
 * @throws Problem estimate-id-taken if the id recorded something else, or was sent as a text
 */
async function recordedBefore(
  tx: Handle,
  { ticketNumber }: Repair,
  estimateId: string,
  asked: Asked,
): Promise<Estimate | undefined> {
  await dialectOf(tx).lock(tx, `text ${estimateId}`);
  const earlier = await recordedEstimateBy(tx, estimateId);
  const isTaken =
    earlier === undefined
      ? (await messageBy(tx, 'request_id', estimateId)) !== undefined
      : contentOf(earlier) !== contentOf({ ...asked, estimatePrice: asked.amount }) ||
        earlier.repairId !== ticketNumber ||
        !hasAnswer(earlier, asked);
  if (isTaken) throw new Problem('estimate-id-taken');
  return earlier;
}

/** An answer that came later is not part of what was recorded. */
const hasAnswer = (earlier: Estimate, { answer, answeredBy }: Asked): boolean =>
  (earlier.respondedAt !== null && earlier.respondedAt !== earlier.sentAt) ||
  (earlier.responseStatus === (answer ?? 'pending') && earlier.answeredBy === answeredBy);

const contentOf = ({
  estimatePrice,
  work,
  notes,
  lines,
  told,
}: Pick<Estimate, 'estimatePrice' | 'work' | 'notes' | 'lines' | 'told'>) =>
  JSON.stringify([estimatePrice, work, notes, lines, told]);
