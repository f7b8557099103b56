import type { Repair } from '../../domain/api-answers.ts';
import { Problem } from '../../domain/problems.ts';
import type { Technician } from '../../domain/shop-settings.ts';
import type { Deps } from '../../server/ports/deps.ts';
import type { Agenda } from './agenda.ts';
import type { Calendar } from './calendar.ts';
import type { Chance } from './chance.ts';
import type { Job } from './job.ts';
import type { Person } from './people.ts';
import type { Tier, Watch } from './watches.ts';

const minuteMs = 60_000;

/** One of the shop's customers, for three years. */
export interface Customer {
  person: Person;
  chance: Chance;
  /** It can neither get nor send texts. */
  isLandline: boolean;
  taste: Tier;
  /** What they have brought so far. */
  owned: Watch[];
  /** Whether they ever bring anything. */
  hasVisits: boolean;
  /** As the product knows them from the first visit on. */
  clientId: string | null;
  /** Which of their watches are in the shop. */
  visits: Visit[];
}

/** One watch on its way through the shop. */
export interface Visit {
  customer: Customer;
  /** As it was when it was last read or changed. */
  repair: Repair;
  watch: Watch;
  job: Job;
  hasPhotos: boolean;
  /** Counts what was planned for it: an earlier plan is off as soon as there is a later one. */
  plans: number;
  /** How many times staff have wanted to text the price. */
  asked: number;
  /** No price is texted anymore: there was none to ask for, it was agreed, or nobody answers. */
  isAgreed: boolean;
  /** What is written down at the end. */
  notes: string;
}

export interface Setting {
  deps: Deps;
  agenda: Agenda;
  calendar: Calendar;
  technicianFor: (watch: Watch, chance: Chance) => Technician;
  /** Whether the text that was sent last gets to its phone. */
  hasArrived: () => boolean;
}

/** Does what the product may refuse, such as a text to a landline. @returns null if it was refused */
export async function unlessRefused<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** Plans what happens next, at times when it would. */
export function plansWith({ agenda, calendar }: Pick<Setting, 'agenda' | 'calendar'>) {
  /** Staff get to it after this many minutes of opening time, more or less. */
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

  return { staffSoon, customerSoon, plan };
}

export type Plans = ReturnType<typeof plansWith>;
