import type { ReplyMeaning } from '../../domain/reply-meaning.ts';
import type { Technician } from '../../domain/shop-config.ts';
import type { Calendar } from '../../scripts/demo/calendar.ts';
import type { Chance } from '../../scripts/demo/chance.ts';
import type { Job } from '../../scripts/demo/job.ts';
import type { Watch } from '../../scripts/demo/watches.ts';
import {
  afterwordsOf,
  agreedByPhone,
  answerWords,
  estimateRemark,
  questionWords,
  unansweredNote,
} from '../../scripts/demo/words.ts';
import type { RepairTicketsTable } from '../../server/database/tables.ts';
import type { Agenda } from './agenda.ts';
import type { Desk } from './desk.ts';
import type { Texting } from './texting.ts';

const minuteMs = 60_000;

/** One watch on its way through the shop. */
interface Visit {
  row: RepairTicketsTable;
  watch: Watch;
  job: Job;
  hasPhotos: boolean;
  /** How often the price has been texted. */
  asked: number;
  /** No price is texted any more: there was none to ask for, it was agreed, or nobody answers. */
  isSettled: boolean;
  /** What is written down at the end. */
  notes: string;
}

interface Parts {
  agenda: Agenda;
  calendar: Calendar;
  chance: Chance;
  desk: Desk;
  texting: Texting;
  technicianFor: (watch: Watch, chance: Chance) => Technician;
}

/**
 * What happens to a client's watches from the counter to the pick-up, step by step: each step that
 * was taken puts the next one on the agenda. Where the present cuts a walk short the watch is still
 * in the shop.
 */
export function storyOf({ agenda, calendar, chance, desk, texting, technicianFor }: Parts) {
  /** Staff get to it after so many minutes of opening time, more or less. */
  const soon = (now: number, minutes: number, what: (now: number) => void, spread = 0.7) => {
    const wait = Math.max(3, chance.duration(minutes, spread)) + chance.next();
    agenda.at(calendar.workingAfter(now, wait), what);
  };
  const customerIn = (now: number, minutes: number, what: (now: number) => void) => {
    const wait = Math.max(2, chance.duration(minutes, 1.1)) * minuteMs;
    agenda.at(calendar.awake(Math.trunc(now + wait)), what);
  };

  /** What staff do next follows from the status alone, as on their screens. */
  function goOn(visit: Visit, now: number): void {
    const hurry = visit.row.is_same_day === 1 ? 0.35 : 1;
    switch (visit.row.status) {
      case 'pending':
        if (!visit.isSettled && chance.happens(0.6)) soon(now, 150, (at) => ask(visit, at));
        else soon(now, 260 * hurry, (at) => assign(visit, at));
        break;
      case 'assigned':
        if (chance.happens(0.04)) soon(now, 60 * hurry, (at) => handOn(visit, at));
        soon(now, 420 * hurry, (at) => start(visit, at));
        break;
      case 'in-progress':
        if (visit.isSettled) soon(now, benchMinutes(visit), (at) => complete(visit, at), 0.5);
        else soon(now, 40, (at) => ask(visit, at));
        break;
      case 'estimate-accepted':
        soon(now, 90, (at) => assign(visit, at));
        break;
      case 'estimate-declined':
        if (visit.asked < 2 && chance.happens(0.12)) soon(now, 120, (at) => ask(visit, at, 0.85));
        else soon(now, 200, (at) => complete(visit, at));
        break;
      default:
    }
  }

  /** Some wait for parts. A watchmaker has several watches on the bench. */
  function benchMinutes({ job }: Visit): number {
    const waitsForParts = job.hours >= 3 && chance.happens(0.18);
    return job.hours * 60 * 2 + (waitsForParts ? 60 * chance.between(25, 110) : 0);
  }

  function assign(visit: Visit, now: number): void {
    const technician = technicianFor(visit.watch, chance);
    if (visit.row.status === 'estimate-accepted') visit.isSettled = true;
    else if (visit.row.status !== 'pending') return;
    if (desk.assign(visit.row, technician, now)) goOn(visit, now);
  }

  function handOn(visit: Visit, now: number): void {
    const other = technicianFor(visit.watch, chance);
    const { status, assigned_to } = visit.row;
    if (status !== 'assigned' && status !== 'in-progress') return;
    if (other.id !== assigned_to) desk.assign(visit.row, other, now);
  }

  function start(visit: Visit, now: number): void {
    if (desk.start(visit.row, now)) goOn(visit, now);
  }

  function complete(visit: Visit, now: number): void {
    const { row, watch } = visit;
    const isDeclined = row.status === 'estimate-declined';
    if (!isDeclined && row.status !== 'in-progress') return;
    if (visit.hasPhotos && !isDeclined && chance.happens(0.6)) {
      desk.addPhoto(row, watch, 'completed', now - 4000 - chance.int(3000));
    }
    const notes = isDeclined || chance.happens(0.07) ? null : visit.notes;
    if (!desk.complete(row, notes, now)) return;
    if (chance.happens(0.015)) {
      customerIn(now, 60, (at) => texting.receive(afterwordsOf(chance), at));
    }
    if (chance.happens(0.002)) leave(now);
  }

  /** The customer wants no more texts, and some think again. */
  function leave(now: number): void {
    const words = chance.pick(['STOP', 'Stop', 'stop texting me', 'UNSUBSCRIBE']);
    customerIn(now, 30, (at) => texting.receive(words, at));
    if (chance.happens(0.25)) {
      customerIn(now, 60 * 24 * 8, (at) => texting.receive('START', at));
    }
  }

  /** The price goes out as a text; where none can be sent somebody calls. */
  function ask(visit: Visit, now: number, share = 1): void {
    const { row, job } = visit;
    const cents = Math.round((job.cents * share) / 100) * 100;
    const sent = desk.sendEstimate(row, cents, estimateRemark(chance), now);
    if (!sent) {
      soon(now, 100, (at) => agree(visit, at));
      return;
    }
    visit.asked += 1;
    const asked = visit.asked;
    if (sent.hasArrived && chance.happens(0.9)) {
      customerIn(now, 140, (at) =>
        answer(visit, asked, sent.namesTicket && chance.happens(0.8), at),
      );
    }
    soon(now, 60 * 30, (at) => chase(visit, asked, at), 0.3);
  }

  /** Agreed on the phone: the price is written on the ticket. */
  function agree(visit: Visit, now: number): void {
    visit.isSettled = true;
    const price = { price_cents: visit.job.cents, price_notes: agreedByPhone(chance) };
    if (desk.edit(visit.row, price, now)) goOn(visit, now);
  }

  function waits(visit: Visit, asked: number): boolean {
    return visit.asked === asked && visit.row.status === 'estimate-sent';
  }

  function answer(visit: Visit, asked: number, namesTicket: boolean, now: number): void {
    if (!waits(visit, asked)) return;
    const { ticket_number } = visit.row;
    const isQuestion = chance.happens(0.12);
    const wanted = chance.happens(0.8) ? 'accept' : 'decline';
    const named = namesTicket ? ticket_number : null;
    texting.receive(isQuestion ? questionWords(chance) : answerWords(wanted, named, chance), now);
    if (waits(visit, asked)) {
      answerLater(visit, asked, now);
      return;
    }
    if (chance.happens(0.02)) {
      const other = wanted === 'accept' ? 'decline' : 'accept';
      customerIn(now, 25, (at) => changeMind(visit, other, at));
    }
    goOn(visit, now);
  }

  /** Asked which one or what was meant, most answer; with several open they name the ticket. */
  function answerLater(visit: Visit, asked: number, now: number): void {
    if (!texting.isReachable || chance.happens(0.15)) return;
    customerIn(now, 12, (at) => {
      const isOneOfSeveral = texting.hasOtherOpen(visit.row.ticket_number);
      answer(visit, asked, isOneOfSeveral, at);
    });
  }

  function changeMind(visit: Visit, wanted: 'accept' | 'decline', now: number): void {
    const { row } = visit;
    const before = row.status;
    const meaning: ReplyMeaning | null = texting.receive(
      answerWords(wanted, row.ticket_number, chance),
      now,
    );
    if (meaning !== null && row.status !== before) goOn(visit, now);
  }

  /** Nobody answered for days: the price is sent again, or the estimate is taken back. */
  function chase(visit: Visit, asked: number, now: number): void {
    if (!waits(visit, asked)) return;
    if (asked < 2 && chance.happens(0.7)) {
      ask(visit, now);
      return;
    }
    // A few stay where they are until somebody remembers them.
    if (chance.happens(0.01) || !desk.deleteEstimate(visit.row, now)) return;
    if (chance.happens(0.5)) {
      soon(now, 30, (at) => agree(visit, at));
      return;
    }
    visit.isSettled = true;
    visit.notes = unansweredNote;
    goOn(visit, now);
  }

  return {
    /** A watch comes over the counter. */
    begin(visit: Omit<Visit, 'asked' | 'isSettled' | 'notes'>, now: number): void {
      const { job, watch, row } = visit;
      const begun: Visit = { ...visit, asked: 0, isSettled: !job.isQuoted, notes: job.notes };
      if (visit.hasPhotos) {
        agenda.at(now + 25_000 + chance.int(60_000), (at) =>
          desk.addPhoto(row, watch, 'initial', at),
        );
      }
      if (chance.happens(0.02)) soon(now, 8, (at) => desk.toggleSameDay(row, at));
      if (row.serial_number === null && chance.happens(0.05)) {
        const serial_number = `${chance.hex(2).toUpperCase()}${100_000 + chance.int(900_000)}`;
        soon(now, 240, (at) => desk.edit(row, { serial_number }, at));
      }
      goOn(begun, now);
    },
  };
}
