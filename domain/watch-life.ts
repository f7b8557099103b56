import type { Repair } from './api-answers.ts';
import type { Measurement } from './api-measurements.ts';
import type { TicketPhoto } from './api-ticket-photos.ts';
import { timingFigures } from './bench-figures.ts';
import { agreedPrice } from './payments.ts';
import { repairFields } from './repair-fields.ts';
import { isOpen } from './repair-status.ts';

/** What a watch's tickets say together. None of it is stored twice. */

export const watchFactNames = [
  'watchBrand',
  'watchModel',
  'reference',
  'caliber',
  'serialNumber',
  'movementSerial',
] as const;

export type WatchFacts = Pick<Repair, (typeof watchFactNames)[number]>;

/**
 * What a watch is, as it was typed last.
 *
 * @param repairs newest first, at least one
 */
export function watchFacts(repairs: readonly WatchFacts[]): WatchFacts {
  const last = (name: Exclude<keyof WatchFacts, 'watchBrand' | 'watchModel'>) =>
    repairs.find((one) => one[name] !== null)?.[name] ?? null;
  const [newest] = repairs;
  return {
    watchBrand: newest?.watchBrand ?? '',
    watchModel: newest?.watchModel ?? '',
    reference: last('reference'),
    serialNumber: last('serialNumber'),
    movementSerial: last('movementSerial'),
    caliber: last('caliber'),
  };
}

/** @returns e.g. "Rolex Explorer 214270" */
export const watchName = ({
  watchBrand,
  watchModel,
  reference,
}: Pick<WatchFacts, 'watchBrand' | 'watchModel' | 'reference'>): string =>
  [watchBrand, watchModel, reference].filter(Boolean).join(' ');

const toldApartBy = ['reference', 'caliber', 'serialNumber', 'movementSerial'] as const;

/** The watch on a paper that is about one ticket: its brand and model, then what distinguishes it. */
export const watchLines = (watch: WatchFacts): [label: string, value: string | null][] => [
  ['Watch', `${watch.watchBrand} ${watch.watchModel}`],
  ...toldApartBy.map((name): [string, string | null] => [repairFields[name].label, watch[name]]),
];

/** Groups items by key, in their order. */
export function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key) {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}

type Photographed = Pick<Repair, 'ticketNumber' | 'initialPhotoUrl' | 'completedPhotoUrl'>;

type FurtherPhoto = Pick<TicketPhoto, 'ticketNumber' | 'url'>;

/**
 * @param repairs newest first
 * @param photos the additional ones of their tickets, in the order in which they were taken
 * @returns a photo of the newest repair that has one; null if none has
 */
export const watchPhoto = (
  repairs: readonly Photographed[],
  photos: readonly FurtherPhoto[],
): string | null =>
  repairs
    .map(
      ({ ticketNumber, initialPhotoUrl, completedPhotoUrl }) =>
        initialPhotoUrl ??
        completedPhotoUrl ??
        photos.find((photo) => photo.ticketNumber === ticketNumber)?.url ??
        null,
    )
    .find((url) => url !== null) ?? null;

/** @param repairs newest first, at least one */
export const watchSummary = (
  repairs: readonly (WatchFacts & Photographed & Pick<Repair, 'createdAt'>)[],
  photos: readonly FurtherPhoto[],
) => ({
  ...watchFacts(repairs),
  photoUrl: watchPhoto(repairs, photos),
  repairCount: repairs.length,
  firstHereAt: repairs.at(-1)?.createdAt ?? '',
  lastHereAt: repairs[0]?.createdAt ?? '',
});

/** @returns the work in one line: that of the estimate, else the first line of the request */
export const workName = ({ estimateWork, issue }: Pick<Repair, 'estimateWork' | 'issue'>): string =>
  estimateWork ?? issue.split('\n', 1)[0]?.trim() ?? '';

/** Whether the shop has the watch now. */
export const isInShop = ({
  status,
  isWaitingForPickup,
}: Pick<Repair, 'status' | 'isWaitingForPickup'>): boolean => isOpen(status) || isWaitingForPickup;

export interface Owner {
  clientId: string;
  name: string;
  /** ISO 8601: when the next owner first brought it in; null for the current one. */
  until: string | null;
}

/**
 * The people who brought in a watch, in turn.
 *
 * @param repairs newest first
 * @returns the latest first; someone who had it twice is listed twice
 */
export function ownersOf(
  repairs: readonly Pick<Repair, 'clientId' | 'customerName' | 'createdAt'>[],
): Owner[] {
  const owners: Owner[] = [];
  let later: string | null = null;
  for (const { clientId, customerName: name, createdAt } of repairs) {
    if (owners.at(-1)?.clientId !== clientId) owners.push({ clientId, name, until: later });
    later = createdAt;
  }
  return owners;
}

/** @returns the total agreed for finished work, in dollars */
export function finishedWorkTotal(
  repairs: readonly (Parameters<typeof agreedPrice>[0] & Pick<Repair, 'status'>)[],
): number {
  const cents = repairs
    .filter(({ status }) => !isOpen(status))
    .map((repair) => Math.round((agreedPrice(repair) ?? 0) * 100));
  return cents.reduce((sum, one) => sum + one, 0) / 100;
}

/** @returns the newest measurement with a lift angle; undefined if none has one */
export function lastLiftAngle<One extends Pick<Measurement, 'timing' | 'createdAt'>>(
  measurements: readonly One[],
): One | undefined {
  return measurements
    .filter(({ timing }) => (timing?.liftAngle ?? null) !== null)
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
    .at(-1);
}

export interface ServiceRate {
  ticketNumber: string;
  /** ISO 8601, of the repair. */
  createdAt: string;
  /** Mean rates in seconds a day; null if too little was measured. */
  before: number | null;
  after: number | null;
}

/**
 * The mean rate before and after each service that measured one, oldest first.
 *
 * @param repairs newest first
 */
export function serviceRates(
  repairs: readonly Pick<Repair, 'ticketNumber' | 'createdAt'>[],
  measurements: readonly Pick<Measurement, 'ticketNumber' | 'stage' | 'timing'>[],
): ServiceRate[] {
  const rateOf = (ticketNumber: string, stage: Measurement['stage']) => {
    const measured = measurements.find(
      (one) => one.ticketNumber === ticketNumber && one.stage === stage && one.timing !== null,
    );
    return measured?.timing ? timingFigures(measured.timing.positions).meanRate : null;
  };
  return repairs.toReversed().flatMap(({ ticketNumber, createdAt }) => {
    const [before, after] = [rateOf(ticketNumber, 'before'), rateOf(ticketNumber, 'after')];
    return before === null && after === null ? [] : [{ ticketNumber, createdAt, before, after }];
  });
}
