import { weekDays } from '../../../domain/calendar-date.ts';
import { parsePrice } from '../../../domain/money.ts';
import { hoursOfDay, keptHours } from '../../../domain/opening-hours.ts';
import type { Preset, ShopSettings } from '../../../domain/shop-settings.ts';

/** The sections of the settings as they are typed: each value as text, so that nothing typed is lost. */

export type Typed = Readonly<Record<string, string>>;

/** The fields of a form as it was opened, and as they are typed. */
export type Versions = readonly [opened: Typed, typed: Typed];

export interface SettingsPart {
  /** @param versions in which the same people are to have the same rows */
  typed: (settings: ShopSettings, versions?: Versions) => Typed;
  /** @returns the settings with what was typed in them, yet to be checked */
  read: (typed: Typed, settings: ShopSettings) => ShopSettings;
  /** @returns the field that an issue with a place in the settings is shown at */
  fieldAt: (path: readonly string[], typed: Typed) => string | undefined;
}

const yes = 'yes';
export const isYes = (typed: string | undefined) => typed === yes;
export const yesOrNo = (value: boolean) => (value ? yes : '');

/** What is not a number stays as it was typed, for the check to refuse. */
function numberOf(typed: string | undefined): number {
  const text = (typed ?? '').trim();
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

const numberOrNever = (typed: string | undefined) =>
  (typed ?? '').trim() === '' ? null : numberOf(typed);

const orEmpty = (value: number | string | null) => (value === null ? '' : String(value));

const businessFields = ['name', 'address', 'phone', 'email', 'social'] as const;

export const businessPart: SettingsPart = {
  typed: ({ shop }) => shop,
  read: (typed, settings) => ({ ...settings, shop: businessOf(typed) }),
  fieldAt: ([section, name]) => (section === 'shop' ? name : undefined),
};

export const businessOf = (typed: Typed) =>
  Object.fromEntries(
    businessFields.map((name) => [name, typed[name] ?? '']),
  ) as unknown as ShopSettings['shop'];

/** Of the technicians in the fields, in their order. */
export const technicianIds = (typed: Typed) =>
  Object.keys(typed).flatMap((name) => /^isUnused (.+)/.exec(name)?.[1] ?? []);

const wordsIn = (typed: string | undefined) =>
  (typed ?? '').split(',').flatMap((word) => word.trim() || []);

export const techniciansPart: SettingsPart = {
  typed: ({ technicians }) =>
    Object.fromEntries(
      technicians.flatMap(({ id, name, email, specialties, isAway, isUnused }) => [
        [`name ${id}`, name],
        [`email ${id}`, email],
        [`specialties ${id}`, specialties.join(', ')],
        [`isAway ${id}`, yesOrNo(isAway)],
        [`isUnused ${id}`, yesOrNo(isUnused)],
      ]),
    ),
  read: (typed, settings) => ({
    ...settings,
    technicians: settings.technicians.map((technician) => ({
      ...technician,
      name: typed[`name ${technician.id}`] ?? '',
      email: typed[`email ${technician.id}`] ?? '',
      specialties: wordsIn(typed[`specialties ${technician.id}`]),
      isAway: isYes(typed[`isAway ${technician.id}`]),
      isUnused: isYes(typed[`isUnused ${technician.id}`]),
    })),
  }),
  fieldAt: ([section, index, name], typed) =>
    section === 'technicians' ? `${name} ${technicianIds(typed)[Number(index)]}` : undefined,
};

/** A closed span as it is typed. */
export interface TypedSpan {
  from: string;
  to: string;
  name: string;
  /** Only if it is not stored yet: its fields are open, under this id. */
  openId?: string;
}

/** All of them in one field, as JSON: if two people change the list, one whole version is chosen. */
export const spansIn = (typed: string | undefined): TypedSpan[] =>
  JSON.parse(typed || '[]') as TypedSpan[];

export const writeSpans = (spans: readonly TypedSpan[]): string => JSON.stringify(spans);

const isBlankSpan = ({ from, to, name }: TypedSpan) => `${from}${to}${name}`.trim() === '';

/** In the order in which they are stored, since errors name them by index. */
const spansToStore = (typed: Typed) =>
  inOrder(spansIn(typed.closedDates).filter((span) => !isBlankSpan(span)));

/** By their first days. */
export const inOrder = <Span extends { from: string }>(spans: readonly Span[]): Span[] =>
  spans.toSorted((one, other) => Number(one.from > other.from) - Number(one.from < other.from));

/** The name of a field of a closed span that is not stored yet. */
export const spanField = (openId: string, part: string) => `closedDates.${openId}.${part}`;

const openDay = (typed: Typed, is: (hours: { from: string; to: string }) => boolean) =>
  weekDays.find(
    (day) =>
      isYes(typed[`open ${day}`]) &&
      is({ from: typed[`from ${day}`] ?? '', to: typed[`to ${day}`] ?? '' }),
  );

export const hoursPart: SettingsPart = {
  typed: ({ calendar }) => ({
    timeZone: orEmpty(calendar.timeZone),
    usualDays: String(calendar.usualDays),
    ...Object.fromEntries(
      weekDays.flatMap((day) => {
        const { from, to } = hoursOfDay(day, calendar);
        return [
          [`open ${day}`, yesOrNo(calendar.openDays.includes(day))],
          [`from ${day}`, from],
          [`to ${day}`, to],
        ];
      }),
    ),
    closedDates: writeSpans(
      calendar.closedDates.map(({ from, to, name }) => ({ from, to, name: name ?? '' })),
    ),
  }),
  read: (typed, settings) => {
    const open = weekDays.filter((day) => isYes(typed[`open ${day}`]));
    const byDay = new Map(
      open.map((day) => [day, { from: typed[`from ${day}`] ?? '', to: typed[`to ${day}`] ?? '' }]),
    );
    const { hours } = settings.calendar;
    return {
      ...settings,
      calendar: {
        timeZone: typed.timeZone || null,
        usualDays: numberOf(typed.usualDays),
        ...(keptHours(byDay) ?? { openDays: [], hours, dayHours: {} }),
        closedDates: spansToStore(typed).map(({ from, to, name }) => ({
          from,
          to: to || from,
          name: name.trim() || null,
        })),
      },
    };
  },
  fieldAt: ([section, name, part, end], typed) => {
    if (section !== 'calendar') return undefined;
    if (name === 'openDays') return 'open mon';
    if (name === 'dayHours') return `${end} ${part}`;
    if (name === 'hours') {
      // The hours of most days: shown at the first day that is wrong.
      const day = openDay(typed, ({ from, to }) => !(from < to)) ?? openDay(typed, () => true);
      return `${part} ${day}`;
    }
    if (name === 'closedDates') {
      const openId = spansToStore(typed)[Number(part)]?.openId;
      return openId === undefined ? name : spanField(openId, end ?? 'from');
    }
    return name;
  },
};

export const intakePart: SettingsPart = {
  typed: ({ intake, ticket }) => ({
    isEmailRequired: yesOrNo(intake.isEmailRequired),
    printsReadyBy: yesOrNo(ticket.printsReadyBy),
    terms: orEmpty(ticket.terms),
  }),
  read: (typed, settings) => ({
    ...settings,
    intake: { isEmailRequired: isYes(typed.isEmailRequired) },
    ticket: { printsReadyBy: isYes(typed.printsReadyBy), terms: typed.terms?.trim() || null },
  }),
  fieldAt: ([section, name]) => (section === 'intake' || section === 'ticket' ? name : undefined),
};

/** Stored with the texts, but about the work. */
const isOfEstimates = (name: string | undefined) =>
  name === 'estimateValidDays' || name === 'holdSeconds';

export const estimatesPart: SettingsPart = {
  typed: ({ texts }) => ({
    estimateValidDays: String(texts.estimateValidDays),
    holdSeconds: String(texts.holdSeconds),
  }),
  read: (typed, settings) => ({
    ...settings,
    texts: {
      ...settings.texts,
      estimateValidDays: numberOf(typed.estimateValidDays),
      holdSeconds: numberOf(typed.holdSeconds),
    },
  }),
  fieldAt: ([section, name]) => (section === 'texts' && isOfEstimates(name) ? name : undefined),
};

export const textsPart: SettingsPart = {
  typed: ({ texts }) => ({
    reminderAfterDays: orEmpty(texts.reminderAfterDays),
    estimateExpiresAfterDays: orEmpty(texts.estimateExpiresAfterDays),
    remindsOfPickUp: yesOrNo(texts.remindsOfPickUp),
    asksForConsent: yesOrNo(texts.asksForConsent),
    onlyWithConsent: yesOrNo(texts.onlyWithConsent),
    consentWording: texts.consentWording,
    automaticToStrangers: String(texts.automaticToStrangers),
  }),
  read: (typed, settings) => ({
    ...settings,
    texts: {
      ...settings.texts,
      reminderAfterDays: numberOrNever(typed.reminderAfterDays),
      estimateExpiresAfterDays: numberOrNever(typed.estimateExpiresAfterDays),
      remindsOfPickUp: isYes(typed.remindsOfPickUp),
      asksForConsent: isYes(typed.asksForConsent),
      // It is shown with the other field, which is above it.
      onlyWithConsent: isYes(typed.asksForConsent) && isYes(typed.onlyWithConsent),
      // Hidden while consent isn't asked for.
      consentWording: isYes(typed.asksForConsent)
        ? (typed.consentWording ?? '')
        : settings.texts.consentWording,
      automaticToStrangers: numberOf(typed.automaticToStrangers),
    },
  }),
  fieldAt: ([section, name]) => (section === 'texts' && !isOfEstimates(name) ? name : undefined),
};

const thousandthsIn = 1000;

/** The tax, and the cash in the drawer in the morning. */
export const moneyPart: SettingsPart = {
  typed: ({ taxThousandths, pricesIncludeTax, cashFloat }) => ({
    rate: String(taxThousandths / thousandthsIn),
    pricesIncludeTax: yesOrNo(pricesIncludeTax),
    cashFloat: cashFloat.toFixed(2),
  }),
  read: ({ rate = '', pricesIncludeTax, cashFloat = '' }, settings) => ({
    ...settings,
    pricesIncludeTax: isYes(pricesIncludeTax),
    cashFloat: parsePrice(cashFloat) ?? Number.NaN,
    taxThousandths: /^\d{1,3}(\.\d{1,3})?$/.test(rate.trim())
      ? Math.round(Number(rate) * thousandthsIn)
      : Number.NaN,
  }),
  fieldAt: ([section = '']) =>
    section === 'taxThousandths'
      ? 'rate'
      : ['pricesIncludeTax', 'cashFloat'].find((name) => name === section),
};

/** What is offered to a shop that has none. */
const usualBackups = { folder: null, dailyAt: '03:00', keep: 14 };

export const backupsPart: SettingsPart = {
  typed: ({ backups }) => {
    const { dailyAt, keep, folder } = backups ?? usualBackups;
    return {
      isDaily: yesOrNo(backups !== null),
      dailyAt,
      keep: String(keep),
      folder: orEmpty(folder),
    };
  },
  read: (typed, settings) => ({
    ...settings,
    backups: isYes(typed.isDaily)
      ? {
          dailyAt: typed.dailyAt ?? '',
          keep: numberOf(typed.keep),
          folder: typed.folder?.trim() || null,
        }
      : null,
  }),
  fieldAt: ([section, name]) => (section === 'backups' ? name : undefined),
};

export const maxStaff = 20;
export const staffIndexes = Array.from({ length: maxStaff }, (_, index) => index);

type Person = ShopSettings['staff'][number];

const personIn = (typed: Typed, index: number): Person => ({
  name: typed[`staff name ${index}`] ?? '',
  initials: typed[`staff initials ${index}`] ?? '',
});

export function isStaffTyped(typed: Typed, index: number): boolean {
  const { name, initials } = personIn(typed, index);
  return `${name}${initials}`.trim() !== '';
}

/**
 * @returns the staff by row: if the fields were changed, each keeps the row that it has in a version, and
 *   others get free ones
 */
function inRows(staff: readonly Person[], versions: Versions): ReadonlyMap<number, Person> {
  const [opened, fields] = versions.map((version) =>
    JSON.stringify(staffIndexes.map((index) => personIn(version, index))),
  );
  if (opened === fields) return new Map(staff.entries());
  const rows = new Map<number, Person>();
  const isIn = (index: number, is: (other: Person) => boolean) =>
    versions.some((version) => is(personIn(version, index)));
  // The surest first: people change their names, and initials go to someone else.
  const fits: ((person: Person, index: number) => boolean)[] = [
    ({ name, initials }, row) => isIn(row, (it) => it.name === name && it.initials === initials),
    ({ name }, row) => isIn(row, (it) => it.name === name),
    ({ initials }, row) => isIn(row, (it) => it.initials === initials),
    (_, row) => !versions.some((version) => isStaffTyped(version, row)),
    () => true,
  ];
  let rest = staff;
  for (const isFit of fits) {
    for (const index of staffIndexes) {
      const person = rows.has(index) ? undefined : rest.find((each) => isFit(each, index));
      if (person === undefined) continue;
      rows.set(index, person);
      rest = rest.filter((each) => each !== person);
    }
  }
  return rows;
}

export const staffPart: SettingsPart = {
  typed: ({ staff }, versions = [{}, {}]) => {
    const rows = inRows(staff, versions);
    return Object.fromEntries(
      staffIndexes.flatMap((index) => [
        [`staff name ${index}`, rows.get(index)?.name ?? ''],
        [`staff initials ${index}`, rows.get(index)?.initials ?? ''],
      ]),
    );
  },
  read: (typed, settings) => ({
    ...settings,
    staff: staffIndexes
      .filter((index) => isStaffTyped(typed, index))
      .map((index) => personIn(typed, index)),
  }),
  fieldAt: ([section, index, name], typed) => {
    if (section !== 'staff') return undefined;
    const shown = staffIndexes.filter((each) => isStaffTyped(typed, each));
    return `staff ${name ?? 'name'} ${shown[Number(index ?? 0)] ?? 0}`;
  },
};

export const placesPart: SettingsPart = {
  typed: ({ places }) => ({ places: places.join('\n') }),
  read: ({ places = '' }, settings) => ({
    ...settings,
    places: places.split('\n').flatMap((place) => place.trim() || []),
  }),
  fieldAt: ([section]) => (section === 'places' ? 'places' : undefined),
};

export const finalCheckPart: SettingsPart = {
  typed: ({ finalCheck }) => ({ finalCheck: finalCheck.join('\n') }),
  read: ({ finalCheck = '' }, settings) => ({
    ...settings,
    finalCheck: finalCheck.split('\n').flatMap((line) => line.trim() || []),
  }),
  fieldAt: ([section]) => (section === 'finalCheck' ? 'finalCheck' : undefined),
};

/** A preset as it is typed. */
export interface TypedPreset {
  name: string;
  kind: Preset['kind'];
  price: string;
  isTaxable: boolean;
  days: string;
  warrantyDays: string;
}

/** All of them in one field, as JSON: if two people change the list, one whole version is chosen. */
export const presetsIn = (typed: string | undefined): TypedPreset[] =>
  JSON.parse(typed || '[]') as TypedPreset[];

export const blankPreset: TypedPreset = {
  name: '',
  kind: 'labor',
  price: '',
  isTaxable: true,
  days: '',
  warrantyDays: '',
};

const isBlankPreset = ({ name, price, days, warrantyDays }: TypedPreset) =>
  `${name}${price}${days}${warrantyDays}`.trim() === '';

/** The name of a field of a preset. */
export const presetField = (index: number, part: keyof TypedPreset) => `presets.${index}.${part}`;

export const presetsPart: SettingsPart = {
  typed: ({ presets }) => ({
    presets: JSON.stringify(
      presets.map(
        ({ name, kind, price, isTaxable, days, warrantyDays }): TypedPreset => ({
          name,
          kind,
          price: price.toFixed(2),
          isTaxable,
          days: orEmpty(days),
          warrantyDays: orEmpty(warrantyDays),
        }),
      ),
    ),
  }),
  read: ({ presets }, settings) => ({
    ...settings,
    presets: presetsIn(presets)
      .filter((preset) => !isBlankPreset(preset))
      .map((preset) => ({
        ...preset,
        price: parsePrice(preset.price) ?? Number.NaN,
        days: numberOrNever(preset.days),
        warrantyDays: numberOrNever(preset.warrantyDays),
      })),
  }),
  fieldAt: ([section, at, part], { presets }) => {
    if (section !== 'presets') return undefined;
    const rows = presetsIn(presets).flatMap((preset, index) =>
      isBlankPreset(preset) ? [] : index,
    );
    const index = rows[Number(at)];
    return index === undefined
      ? 'presets'
      : presetField(index, (part ?? 'name') as keyof TypedPreset);
  },
};

/** Several sections in one form: no two have a field with the same name. */
export const together = (...parts: readonly SettingsPart[]): SettingsPart => ({
  typed: (settings, versions) =>
    Object.assign({}, ...parts.map((part) => part.typed(settings, versions))) as Typed,
  read: (typed, settings) => parts.reduce((read, part) => part.read(typed, read), settings),
  fieldAt: (path, typed) =>
    parts.map((part) => part.fieldAt(path, typed)).find((name) => name !== undefined),
});

const isAlike = (one: ShopSettings, other: ShopSettings) => {
  // In JSON, NaN would become null, the same as no number at all.
  const text = (settings: ShopSettings) =>
    JSON.stringify(settings, (_, value: unknown) => (Number.isNaN(value) ? 'no number' : value));
  return text(one) === text(other);
};

/**
 * Leaves out typing that changes nothing: a row that is still blank, the hours of a day that was closed
 * again.
 *
 * @param opened the fields as they were
 */
export function withEffect(
  part: SettingsPart,
  settings: ShopSettings,
  opened: Typed,
  typed: Typed,
): Typed {
  let fields = typed;
  for (const [name, value] of Object.entries(opened)) {
    if (fields[name] === value) continue;
    const without = { ...fields, [name]: value };
    if (isAlike(part.read(without, settings), part.read(fields, settings))) fields = without;
  }
  return fields;
}
