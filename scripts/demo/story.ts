import type { Repair } from '../../domain/api-answers.ts';
import { textablePhone } from '../../domain/phone.ts';
import { Problem } from '../../domain/problems.ts';
import type { Technician } from '../../domain/shop-settings.ts';
import type { Handle } from '../../server/database/tables.ts';
import type { Deps } from '../../server/deps.ts';
import { recordReply } from '../../server/estimates/recorded-replies.ts';
import { sendEstimate } from '../../server/estimates/sending.ts';
import { currentEstimateOf } from '../../server/estimates/store.ts';
import { deleteEstimate } from '../../server/estimates/transitions.ts';
import { addPhoto } from '../../server/photos/actions.ts';
import {
  assignRepair,
  deleteRepair,
  editRepair,
  startRepair,
} from '../../server/repairs/actions.ts';
import { completeRepair } from '../../server/repairs/completion.ts';
import { collectRepair } from '../../server/repairs/pickup.ts';
import { getRepair } from '../../server/repairs/store.ts';
import { handleCase } from '../../server/texts/attention.ts';
import { receiveText } from '../../server/texts/inbound.ts';
import { writeToCustomer } from '../../server/texts/staff-texts.ts';
import type { Agenda } from './agenda.ts';
import type { Calendar } from './calendar.ts';
import type { Chance } from './chance.ts';
import type { Job } from './job.ts';
import { payAtPickUp, payDeposit } from './payments.ts';
import type { Person } from './people.ts';
import { pictureOf } from './pictures.ts';
import type { Tier, Watch } from './watches.ts';
import {
  afterwordsOf,
  agreedByPhone,
  answerWords,
  estimatedWork,
  estimateRemark,
  ownWords,
  questionWords,
  unansweredNote,
} from './words.ts';

const minuteMs = 60_000;

/** One of the shop's customers, for three years. */
export interface Customer {
  person: Person;
  chance: Chance;
  /** No text gets there, and none comes from there. */
  isLandline: boolean;
  taste: Tier;
  /** What they have brought so far. */
  owned: Watch[];
  /** Whether they ever bring anything. */
  hasVisits: boolean;
  /** As the product knows them from the first visit on. */
  clientId: string | null;
  /** What of theirs is in the shop. */
  visits: Visit[];
}

/** One watch on its way through the shop. */
export interface Visit {
  customer: Customer;
  /** As it stood when it was last read or changed. */
  repair: Repair;
  watch: Watch;
  job: Job;
  hasPhotos: boolean;
  /** Counts what was planned for it: an earlier plan is off as soon as there is a later one. */
  plans: number;
  /** How often the price has been texted. */
  asked: number;
  /** No price is texted any more: there was none to ask for, it was agreed, or nobody answers. */
  isAgreed: boolean;
  /** What is written down at the end. */
  notes: string;
}

interface Setting {
  deps: Deps;
  agenda: Agenda;
  calendar: Calendar;
  technicianFor: (watch: Watch, chance: Chance) => Technician;
  db: Handle;
  /** Whether the text that was sent last gets to its phone. */
  hasArrived: () => boolean;
}

/** Does what the product may refuse, such as a text to a landline. @returns null where it did */
export async function unlessRefused<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/**
 * What happens to a watch from the counter to the pick-up: each step calls the product's own action
 * and plans the next one. Where the present cuts a walk short the watch is still in the shop.
 */
export function storyWith(setting: Setting) {
  const { deps, agenda, calendar, technicianFor, db, hasArrived } = setting;

  /** Staff get to it after so many minutes of opening time, more or less. */
  function staffSoon(chance: Chance, minutes: number, step: () => Promise<void>, spread = 0.7) {
    const wait = Math.max(3, chance.duration(minutes, spread)) + chance.next();
    agenda.at(calendar.workingAfter(agenda.now(), wait), step);
  }

  function customerSoon(chance: Chance, minutes: number, step: () => Promise<void>) {
    const wait = Math.max(2, chance.duration(minutes, 1.1)) * minuteMs;
    agenda.at(calendar.awake(Math.trunc(agenda.now() + wait)), step);
  }

  /** The visit's next step, in place of the one that was planned before. */
  function plan(
    visit: Visit,
    minutes: number,
    step: (visit: Visit) => Promise<void>,
    spread = 0.7,
  ) {
    visit.plans += 1;
    const { plans, customer } = visit;
    const unlessChanged = async () => {
      if (visit.plans === plans) await step(visit);
    };
    staffSoon(customer.chance, minutes, unlessChanged, spread);
  }

  /** What staff do next follows from the status alone, as on their screens. */
  function goOn(visit: Visit): void {
    const { chance } = visit.customer;
    const hurry = visit.repair.isSameDay ? 0.35 : 1;
    switch (visit.repair.status) {
      case 'pending':
        if (!visit.isAgreed && chance.happens(0.6)) plan(visit, 150, ask);
        else plan(visit, 260 * hurry, assign);
        break;
      case 'assigned':
        plan(visit, 420 * hurry, chance.happens(0.04) ? handOn : start);
        break;
      case 'in-progress':
        if (visit.isAgreed) plan(visit, benchMinutes(visit), complete, 0.5);
        else plan(visit, 40, ask);
        break;
      case 'estimate-accepted':
        visit.isAgreed = true;
        if (chance.happens(0.3)) staffSoon(chance, 60, () => payDeposit(deps, visit));
        plan(visit, 90, assign);
        break;
      case 'estimate-declined':
        if (visit.asked < 2 && chance.happens(0.12)) plan(visit, 120, ask);
        else plan(visit, 200, complete);
        break;
      default:
    }
  }

  /** Some wait for parts. A technician has several watches on the bench. */
  function benchMinutes({ job, customer: { chance } }: Visit): number {
    const waitsForParts = job.hours >= 3 && chance.happens(0.18);
    return job.hours * 60 * 2 + (waitsForParts ? 60 * chance.between(25, 110) : 0);
  }

  async function assign(visit: Visit): Promise<void> {
    const { id } = technicianFor(visit.watch, visit.customer.chance);
    visit.repair = await assignRepair(deps, visit.repair.ticketNumber, id, null);
    goOn(visit);
  }

  async function handOn(visit: Visit): Promise<void> {
    const { ticketNumber, assignedTo } = visit.repair;
    const other = technicianFor(visit.watch, visit.customer.chance);
    if (other.id !== assignedTo) {
      visit.repair = await assignRepair(deps, ticketNumber, other.id, assignedTo);
    }
    plan(visit, 300, start);
  }

  async function start(visit: Visit): Promise<void> {
    visit.repair = await startRepair(deps, visit.repair.ticketNumber);
    goOn(visit);
  }

  async function photograph(visit: Visit, kind: 'initial' | 'completed'): Promise<void> {
    const picture = await pictureOf(visit.watch, kind);
    await addPhoto(deps, visit.repair.ticketNumber, kind, picture);
  }

  async function complete(visit: Visit): Promise<void> {
    const { repair, customer } = visit;
    const { chance } = customer;
    const isDeclined = repair.status === 'estimate-declined';
    if (visit.hasPhotos && !isDeclined && chance.happens(0.6)) await photograph(visit, 'completed');
    const notes = isDeclined || chance.happens(0.07) ? null : visit.notes;
    const outcome = isDeclined ? 'declined' : 'approved';
    await completeRepair(deps, repair.ticketNumber, { notes, outcome });
    customer.visits = customer.visits.filter((other) => other !== visit);
    if (chance.happens(0.97)) staffSoon(chance, 60 * 20, () => handOver(visit), 1);
    if (chance.happens(0.015)) {
      customerSoon(chance, 60, () => receive(customer, afterwordsOf(chance)).then());
    }
    if (chance.happens(0.002)) leave(customer);
  }

  async function handOver(visit: Visit): Promise<void> {
    await payAtPickUp(deps, visit);
    const { ticketNumber } = visit.repair;
    await unlessRefused(collectRepair(deps, ticketNumber, { by: null, note: null }));
  }

  /** It was taken in twice, or for the wrong client. */
  async function remove(visit: Visit): Promise<void> {
    await deleteRepair(deps, visit.repair.ticketNumber);
    visit.customer.visits = visit.customer.visits.filter((other) => other !== visit);
  }

  /** @returns the text's id; null where no text can come from */
  async function receive(customer: Customer, body: string): Promise<string | null> {
    const { person, chance, visits, isLandline } = customer;
    const from = textablePhone(person.phone);
    if (from === null || isLandline) return null;
    const sid = `SM${chance.hex(32)}`;
    const text = { sid, from, body, mediaCount: 0, optOutType: undefined };
    const { id, answered } = await receiveText(deps, text);
    await answered;
    for (const visit of visits) await lookAt(visit);
    return id;
  }

  /** Goes on from where the product has brought the ticket meanwhile. */
  async function lookAt(visit: Visit): Promise<void> {
    const { status } = visit.repair;
    visit.repair = await getRepair(db, visit.repair.ticketNumber);
    if (visit.repair.status !== status) goOn(visit);
  }

  /** The customer wants no more texts, and some think again. */
  function leave(customer: Customer): void {
    const { chance } = customer;
    const words = chance.pick(['STOP', 'Stop', 'stop texting me', 'UNSUBSCRIBE']);
    customerSoon(chance, 30, () => receive(customer, words).then());
    if (!chance.happens(0.25)) return;
    customerSoon(chance, 60 * 24 * 8, () => receive(customer, 'START').then());
  }

  /** The price goes out as a text; if none can be sent, staff call. A second price is lower. */
  async function ask(visit: Visit): Promise<void> {
    const { repair, job, customer } = visit;
    const { chance } = customer;
    const share = repair.status === 'estimate-declined' ? 0.85 : 1;
    const dollars = Math.round((job.cents * share) / 100);
    const remark = estimateRemark(chance);
    const sent = await unlessRefused(
      sendEstimate(deps, {
        repairId: repair.ticketNumber,
        amount: dollars,
        work: visit.job.hours >= 8 ? estimatedWork : null,
        notes: remark,
        estimateId: null,
        again: true,
      }),
    );
    if (!sent) {
      if (repair.status === 'estimate-declined') plan(visit, 100, complete);
      else plan(visit, 100, agree);
      return;
    }
    visit.repair = sent.repair;
    visit.asked += 1;
    const { asked } = visit;
    if (hasArrived() && chance.happens(0.9)) {
      const isOneOfSeveral = customer.visits.length > 1 && chance.happens(0.8);
      customerSoon(chance, 140, () => answer(visit, asked, isOneOfSeveral));
    }
    plan(visit, 60 * 30, chase, 0.3);
  }

  /** Agreed on the phone: the price is written on the ticket. */
  async function agree(visit: Visit): Promise<void> {
    visit.isAgreed = true;
    visit.repair = await editRepair(deps, visit.repair.ticketNumber, {
      repairPrice: visit.job.cents / 100,
      priceNotes: agreedByPhone(visit.customer.chance),
    });
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
    // Asked which one or what was meant, most answer, and name the ticket.
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
    const words = ownWords(chance);
    await unlessRefused(writeToCustomer(deps, repair.ticketNumber, chance.uuid(), words));
    await unlessRefused(handleCase(deps, textId));
  }

  /** Nobody answered for days: the price is sent again, or the estimate is taken back. */
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

  return {
    /** A watch has come over the counter. */
    begin(visit: Visit, isMistake: boolean): void {
      const { repair, customer } = visit;
      const { chance } = customer;
      customer.visits.push(visit);
      const { ticketNumber } = repair;
      if (visit.hasPhotos) {
        agenda.at(agenda.now() + 25_000 + chance.int(60_000), () => photograph(visit, 'initial'));
      }
      if (isMistake) {
        plan(visit, 90, remove);
        return;
      }
      if (chance.happens(0.02)) {
        staffSoon(chance, 8, async () => {
          if (visit.repair.status !== 'pending') return;
          visit.repair = await editRepair(deps, ticketNumber, { isSameDay: !repair.isSameDay });
        });
      }
      if (repair.serialNumber === null && chance.happens(0.05)) {
        const serialNumber = `${chance.hex(2).toUpperCase()}${100_000 + chance.int(900_000)}`;
        staffSoon(chance, 240, async () => {
          if (!customer.visits.includes(visit)) return;
          visit.repair = await editRepair(deps, ticketNumber, { serialNumber });
        });
      }
      goOn(visit);
    },
  };
}
