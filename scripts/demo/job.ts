import type { Technician } from '../../domain/shop-settings.ts';
import type { Chance } from './chance.ts';
import { contentOf } from './content.ts';
import type { Movement, Watch } from './watches.ts';

/** What is asked for, what it costs on which kind of watch, and what the technician writes afterward. */
interface Work {
  on: readonly Movement[];
  /** How often it is asked for. */
  share: number;
  /** How often the customer wants to know the price before the work. */
  quoted: number;
  /** How many hours it usually takes, once begun. */
  hours: number;
  /** How often it is promised for the same day. */
  sameDay: number;
  /** Minimum and maximum, for the five tiers of watches. */
  dollars: readonly (readonly number[])[];
  requests: readonly string[];
  notes: readonly string[];
}

function workOf([on = '', usual = '', dollars = '', requests = '', notes = '']: string[]): Work {
  const [share = 0, quoted = 0, hours = 0, sameDay = 0] = usual.split(' ').map(Number);
  return {
    on: on.split(' ') as Movement[],
    share,
    quoted,
    hours,
    sameDay,
    dollars: dollars.split(' ').map((range) => range.split('-').map(Number)),
    requests: requests.split('|'),
    notes: notes.split('|'),
  };
}

const works = contentOf('works').map(workOf);

/** What one customer wants done to one watch. */
export interface Job {
  request: string;
  notes: string;
  cents: number;
  /** Whether the price is asked for by text before the work. */
  isQuoted: boolean;
  priceNotes: string | null;
  hours: number;
  isSameDay: boolean;
}

const extras = [
  'Engraved on the back, be careful.',
  'Customer is traveling in two weeks.',
  'Has the box and papers at home.',
  'Keep all old parts.',
  'Anniversary gift, no hurry.',
  'Please call before 6 PM.',
];
const quotedNotes = [
  'Quote after opening the case',
  'Not over $400 without asking',
  'Wants a price first',
];
const fixedNotes = ['Paid in advance', 'Incl. gasket and test', 'Same as last time'];

/** Rounds as shops do: to 5 dollars, small prices to 95 cents or the dollar. */
function priced(dollars: number, chance: Chance): number {
  if (dollars >= 40) return Math.round(dollars / 5) * 500;
  return Math.round(dollars) * 100 - (chance.happens(0.4) ? 5 : 0);
}

export function jobFor(watch: Watch, chance: Chance): Job {
  const work = chance.weighted(
    works.filter(({ on }) => on.includes(watch.movement)),
    ({ share }) => share,
  );
  const [least = 50, most = 100] = work.dollars[watch.tier - 1] ?? [];
  const isQuoted = chance.happens(work.quoted);
  const request = chance.pick(work.requests);
  return {
    request: chance.happens(0.08) ? `${request}\n${chance.pick(extras)}` : request,
    notes: chance.pick(work.notes),
    cents: priced(chance.between(least, most), chance),
    isQuoted,
    priceNotes: chance.happens(0.15) ? chance.pick(isQuoted ? quotedNotes : fixedNotes) : null,
    hours: work.hours,
    isSameDay: chance.happens(work.sameDay),
  };
}

/** Who gets which watch: by specialty first, and some are quicker than others. */
export function technicianChoice(all: readonly Technician[]) {
  const technicians = all.filter(({ isUnused }) => !isUnused);
  const pace = [1.5, 1.25, 1.1, 0.8, 0.7, 0.55];
  const suits = (specialty: string, { brand, movement, tier }: Watch) =>
    specialty.toLowerCase() === brand.toLowerCase() ||
    specialty.toLowerCase() === movement ||
    (specialty === 'Luxury' && tier >= 4) ||
    (specialty === 'Smart Watches' && movement === 'smart') ||
    (specialty === 'Antique' && movement === 'vintage');
  return (watch: Watch, chance: Chance): Technician =>
    chance.weighted(technicians, (technician) => {
      const isTheirs = technician.specialties.some((specialty) => suits(specialty, watch));
      return (pace[technicians.indexOf(technician)] ?? 1) * (isTheirs ? 5 : 1);
    });
}
