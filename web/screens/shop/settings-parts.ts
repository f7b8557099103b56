import { weekDays } from '../../../domain/calendar-date.ts';
import { parsePrice } from '../../../domain/money.ts';
import { type ShopSettings, technicianCount } from '../../../domain/shop-settings.ts';

/** The sections of the settings as they are typed: each value as text, so that nothing typed is lost. */

export type Typed = Readonly<Record<string, string>>;

export interface SettingsPart {
  typed: (settings: ShopSettings) => Typed;
  /** @returns the settings with what was typed in them, yet to be checked */
  read: (typed: Typed, settings: ShopSettings) => ShopSettings;
  /** @returns the field that a complaint about a place in the settings is shown at */
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
  read: (typed, settings) => ({
    ...settings,
    shop: { ...settings.shop, ...typed },
  }),
  fieldAt: ([section, name]) => (section === 'shop' ? name : undefined),
};

export const businessOf = (typed: Typed) =>
  Object.fromEntries(
    businessFields.map((name) => [name, typed[name] ?? '']),
  ) as unknown as ShopSettings['shop'];

export const technicianIndexes = Array.from({ length: technicianCount }, (_, index) => index);

const wordsIn = (typed: string | undefined) =>
  (typed ?? '').split(',').flatMap((word) => word.trim() || []);

export const techniciansPart: SettingsPart = {
  typed: ({ technicians }) =>
    Object.fromEntries(
      technicians.flatMap(({ name, email, specialties, isAway }, index) => [
        [`name ${index}`, name],
        [`email ${index}`, email],
        [`specialties ${index}`, specialties.join(', ')],
        [`isAway ${index}`, yesOrNo(isAway)],
      ]),
    ),
  read: (typed, settings) => ({
    ...settings,
    technicians: settings.technicians.map((technician, index) => ({
      ...technician,
      name: typed[`name ${index}`] ?? '',
      email: typed[`email ${index}`] ?? '',
      specialties: wordsIn(typed[`specialties ${index}`]),
      isAway: isYes(typed[`isAway ${index}`]),
    })),
  }),
  fieldAt: ([section, index, name]) => (section === 'technicians' ? `${name} ${index}` : undefined),
};

export const calendarPart: SettingsPart = {
  typed: ({ calendar: { timeZone, openDays, hours, usualDays } }) => ({
    timeZone: orEmpty(timeZone),
    openDays: weekDays.filter((day) => openDays.includes(day)).join(' '),
    from: hours.from,
    to: hours.to,
    usualDays: String(usualDays),
  }),
  read: (typed, settings) => ({
    ...settings,
    calendar: {
      timeZone: typed.timeZone || null,
      openDays: weekDays.filter((day) => typed.openDays?.split(' ').includes(day)),
      hours: { from: typed.from ?? '', to: typed.to ?? '' },
      usualDays: numberOf(typed.usualDays),
    },
  }),
  fieldAt: ([section, name, end]) =>
    section === 'calendar' ? (name === 'hours' ? end : name) : undefined,
};

export const intakePart: SettingsPart = {
  typed: ({ intake, ticket }) => ({
    isEmailRequired: yesOrNo(intake.isEmailRequired),
    printsReadyBy: yesOrNo(ticket.printsReadyBy),
  }),
  read: (typed, settings) => ({
    ...settings,
    intake: { isEmailRequired: isYes(typed.isEmailRequired) },
    ticket: { printsReadyBy: isYes(typed.printsReadyBy) },
  }),
  fieldAt: ([section, name]) => (section === 'intake' || section === 'ticket' ? name : undefined),
};

export const textsPart: SettingsPart = {
  typed: ({ texts }) => ({
    reminderAfterDays: orEmpty(texts.reminderAfterDays),
    estimateExpiresAfterDays: orEmpty(texts.estimateExpiresAfterDays),
    estimateValidDays: String(texts.estimateValidDays),
    holdSeconds: String(texts.holdSeconds),
    remindsOfPickUp: yesOrNo(texts.remindsOfPickUp),
    automaticToStrangers: String(texts.automaticToStrangers),
  }),
  read: (typed, settings) => ({
    ...settings,
    texts: {
      reminderAfterDays: numberOrNever(typed.reminderAfterDays),
      estimateExpiresAfterDays: numberOrNever(typed.estimateExpiresAfterDays),
      estimateValidDays: numberOf(typed.estimateValidDays),
      holdSeconds: numberOf(typed.holdSeconds),
      remindsOfPickUp: isYes(typed.remindsOfPickUp),
      automaticToStrangers: numberOf(typed.automaticToStrangers),
    },
  }),
  fieldAt: ([section, name], typed) => {
    if (section === 'texts') return name;
    // The time zone is typed elsewhere; what needs it is here.
    if (section !== 'calendar') return undefined;
    return typed.reminderAfterDays === '' ? 'remindsOfPickUp' : 'reminderAfterDays';
  },
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

export const mostStaff = 20;
export const staffIndexes = Array.from({ length: mostStaff }, (_, index) => index);

export const isStaffTyped = (typed: Typed, index: number) =>
  `${typed[`name ${index}`] ?? ''}${typed[`initials ${index}`] ?? ''}`.trim() !== '';

export const staffPart: SettingsPart = {
  typed: ({ staff }) =>
    Object.fromEntries(
      staffIndexes.flatMap((index) => [
        [`name ${index}`, staff[index]?.name ?? ''],
        [`initials ${index}`, staff[index]?.initials ?? ''],
      ]),
    ),
  read: (typed, settings) => ({
    ...settings,
    staff: staffIndexes
      .filter((index) => isStaffTyped(typed, index))
      .map((index) => ({
        name: typed[`name ${index}`] ?? '',
        initials: typed[`initials ${index}`] ?? '',
      })),
  }),
  fieldAt: ([section, index, name], typed) => {
    if (section !== 'staff') return undefined;
    const shown = staffIndexes.filter((each) => isStaffTyped(typed, each));
    return `${name ?? 'name'} ${shown[Number(index ?? 0)] ?? 0}`;
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

/** Two sections in one form. */
export const together = (one: SettingsPart, other: SettingsPart): SettingsPart => ({
  typed: (settings) => ({ ...one.typed(settings), ...other.typed(settings) }),
  read: (typed, settings) => other.read(typed, one.read(typed, settings)),
  fieldAt: (path, typed) => one.fieldAt(path, typed) ?? other.fieldAt(path, typed),
});
