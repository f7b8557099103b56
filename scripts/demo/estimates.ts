import { type AnswerWay, answerWays } from '../../domain/estimate-answers.ts';
import { textablePhone } from '../../domain/phone.ts';
import { isBeforeTax } from '../../domain/tax.ts';
import { recordReply } from '../../server/estimates/recorded-replies.ts';
import { recordEstimate } from '../../server/estimates/recording.ts';
import { sendEstimate } from '../../server/estimates/sending.ts';
import { currentEstimateOf } from '../../server/estimates/store.ts';
import { deleteEstimate } from '../../server/estimates/transitions.ts';
import { editRepair } from '../../server/repairs/actions.ts';
import { getRepair } from '../../server/repairs/store.ts';
import { readShopSettings } from '../../server/settings/store.ts';
import { handleAttention } from '../../server/texts/attention.ts';
import { receiveText } from '../../server/texts/inbound.ts';
import { fetchPictures } from '../../server/texts/pictures.ts';
import { sendText } from '../../server/texts/staff-texts.ts';
import { chanceOf } from './chance.ts';
import { demoLines } from './lines.ts';
import { type Customer, type Plans, type Setting, unlessRefused, type Visit } from './plans.ts';
import {
  agreedByPhone,
  answerWords,
  customTextWords,
  estimatedWork,
  estimateRemark,
  questionWords,
  unansweredNote,
} from './words.ts';

/** How customers whom no text reaches are given the price. */
const toldShares: Readonly<Record<AnswerWay, number>> = { phone: 7, counter: 2, paper: 1 };

/**
 * What the shop asks its customers and what they answer.
 *
 * @param goOn what staff do with a watch once its ticket has changed
 */
export function estimatesWith(
  { deps, hasArrived }: Setting,
  { staffSoon, customerSoon, plan }: Plans,
  goOn: (visit: Visit) => void,
) {
  const { read: db } = deps.database;

  /** @returns the text's id; null for a phone that can't text */
  async function receive(
    customer: Customer,
    body: string,
    photo: Buffer | null = null,
  ): Promise<string | null> {
    const { person, chance, visits, isLandline } = customer;
    const from = textablePhone(person.phone);
    if (from === null || isLandline) return null;
    const sid = `${photo === null ? 'SM' : 'MM'}${chance.hex(32)}`;
    const { simulator } = await deps.texting.current();
    const mediaIds = photo && simulator ? [await simulator.keep(photo)] : [];
    const mediaCount = mediaIds.length;
    const text = { sid, from, body, mediaCount, mediaIds, optOutType: undefined };
    const { id, answered } = await receiveText(deps, text);
    await answered;
    if (mediaCount > 0) await fetchPictures(deps, () => false);
    for (const visit of visits) await lookAt(visit);
    return id;
  }

  /** Continues from where the ticket is by now. */
  async function lookAt(visit: Visit): Promise<void> {
    const { status } = visit.repair;
    visit.repair = await getRepair(db, visit.repair.ticketNumber);
    if (visit.repair.status !== status) goOn(visit);
  }

  /** The customer wants no more texts; some reconsider. */
  function optOut(customer: Customer): void {
    const { chance } = customer;
    const words = chance.pick(['STOP', 'Stop', 'stop texting me', 'UNSUBSCRIBE']);
    customerSoon(chance, 30, () => receive(customer, words).then());
    if (!chance.happens(0.25)) return;
    customerSoon(chance, 60 * 24 * 8, () => receive(customer, 'START').then());
  }

  /** The price goes out as a text; if none can be sent, staff call. A second one differs. */
  async function ask(visit: Visit): Promise<void> {
    const { repair, job, customer } = visit;
    const { chance } = customer;
    const isDeclined = repair.status === 'estimate-declined';
    const moreWork = repair.status === 'in-progress' && visit.asked > 0 ? 1.4 : 1;
    const share = isDeclined ? 0.85 : moreWork;
    const dollars = Math.round((job.cents * share) / 100);
    const remark = estimateRemark(chance);
    const isLong = job.hours >= 8;
    const hasLines = isLong && !isBeforeTax(await readShopSettings(db));
    visit.asked += 1;
    const sent = await unlessRefused(
      sendEstimate(deps, {
        repairId: repair.ticketNumber,
        amount: dollars,
        work: isLong ? estimatedWork : null,
        notes: remark,
        lines: hasLines ? demoLines(dollars, estimatedWork) : null,
        estimateId: null,
        again: true,
      }),
    );
    if (!sent) {
      if (isDeclined) goOn(visit);
      else plan(visit, 100, agree);
      return;
    }
    visit.repair = sent.repair;
    const { asked } = visit;
    if (hasArrived() && chance.happens(0.9)) {
      const isOneOfSeveral = customer.visits.length > 1 && chance.happens(0.8);
      customerSoon(chance, 140, () => answer(visit, asked, isOneOfSeveral));
    }
    plan(visit, 60 * 30, chase, 0.3);
  }

  /** Agreed without a text, and recorded; sometimes the price is only written on the ticket. */
  async function agree(visit: Visit): Promise<void> {
    const { repair, job, customer } = visit;
    const { repairId, ticketNumber } = repair;
    const amount = job.cents / 100;
    const remark = agreedByPhone(customer.chance);
    visit.isAgreed = true;
    const told = chanceOf(`${repairId} told`).weighted(answerWays, (way) => toldShares[way]);
    const recorded = await unlessRefused(
      recordEstimate(deps, {
        repairId,
        amount,
        work: null,
        notes: remark,
        lines: null,
        estimateId: null,
        told,
        answer: 'accepted',
        answeredBy: null,
      }),
    );
    visit.repair =
      recorded?.repair ??
      (await editRepair(deps, ticketNumber, { repairPrice: amount, priceNotes: remark }));
    goOn(visit);
  }

  const waits = (visit: Visit, asked: number): boolean =>
    visit.asked === asked && visit.repair.status === 'estimate-sent';

  async function answer(visit: Visit, asked: number, namesTicket: boolean): Promise<void> {
    if (!waits(visit, asked)) return;
    const { customer, repair } = visit;
    const { chance } = customer;
    const isQuestion = chance.happens(0.12);
    const wanted = chance.happens(0.8) ? 'accept' : 'decline';
    const named = namesTicket ? repair.ticketNumber : null;
    const words = isQuestion ? questionWords(chance) : answerWords(wanted, named, chance);
    const id = await receive(customer, words);
    if (!waits(visit, asked)) {
      if (chance.happens(0.02)) {
        const other = wanted === 'accept' ? 'decline' : 'accept';
        const changed = answerWords(other, repair.ticketNumber, chance);
        customerSoon(chance, 25, () => receive(customer, changed).then());
      }
      return;
    }
    if (isQuestion && id !== null) staffSoon(chance, 70, () => answerQuestion(visit, asked, id));
    // When asked which one or what was meant, most answer, and name the ticket.
    if (!chance.happens(0.15)) customerSoon(chance, 12, () => answer(visit, asked, true));
  }

  /** Staff call and record what the customer says, or write back. */
  async function answerQuestion(visit: Visit, asked: number, textId: string): Promise<void> {
    const { customer, repair } = visit;
    const { chance } = customer;
    if (!waits(visit, asked) || chance.happens(0.3)) return;
    if (chance.happens(0.3)) {
      await unlessRefused(recordReply(deps, textId, 'accepted', repair.ticketNumber));
      await lookAt(visit);
      return;
    }
    const words = customTextWords(chance);
    const text = { messageId: chance.uuid(), body: words, answers: null };
    await unlessRefused(sendText(deps, repair.ticketNumber, text));
    await unlessRefused(handleAttention(deps, textId));
  }

  /** Nobody answered for days: the price is sent again, or the estimate is deleted. */
  async function chase(visit: Visit): Promise<void> {
    const { chance } = visit.customer;
    if (visit.asked < 2 && chance.happens(0.7)) return ask(visit);
    // A few stay where they are until staff remember them.
    if (chance.happens(0.01)) return;
    const current = await currentEstimateOf(db, visit.repair.ticketNumber);
    if (current) await deleteEstimate(deps, current.estimate.id);
    visit.repair = await getRepair(db, visit.repair.ticketNumber);
    if (chance.happens(0.5)) {
      plan(visit, 30, agree);
      return;
    }
    visit.isAgreed = true;
    visit.notes = unansweredNote;
    goOn(visit);
  }

  return { receive, optOut, ask };
}
