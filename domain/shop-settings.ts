import { z } from 'zod';
import { isCalendarDate, weekDays } from './calendar-date.ts';
import { isTimeZone } from './clock.ts';
import { closedSpanFault, maxClosedDates } from './closed-dates.ts';
import { changedFields } from './edits.ts';
import { limits } from './field-list.ts';
import {
  emailPattern,
  objectOr,
  ofList,
  optionalText,
  requiredPrice,
  requiredText,
  wholeNumber,
} from './field-schemas.ts';
import { maxCheckLines } from './final-check.ts';
import { formatPhone } from './phone.ts';
import { maxPlaces } from './places.ts';
import { linePartSchemas } from './price-line-schema.ts';
import { shopPlaceholder, usualConsent } from './text-consent.ts';

/**
 * The shop's settings, as one document: the business text of the printed ticket, the six technicians, and
 * how the shop works. Source: specification, sections 2 ("Printed ticket") and 3 ("Technician"); the rest
 * is what the shop decides, and its defaults are what is specified.
 */

const section = <Shape extends z.ZodRawShape>(label: string, shape: Shape) =>
  z.strictObject(shape, objectOr(`${label} must be an object`));

const lineOfText = (label: string, max: number) => requiredText({ label, max });

const yesOrNo = (label: string, usual: boolean) =>
  z.boolean(`${label} must be yes or no`).default(usual);

const days = (label: string, most: number) =>
  wholeNumber(`${label} must be a whole number of days from 1 to ${most}, or blank`, 1, most)
    .nullable()
    .default(null);

export const timeOfDay = (label: string) => {
  const rule = `${label} must be a time from 00:00 to 23:59, such as 09:00`;
  return z.string(rule).regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: rule, abort: true });
};

const email = () => lineOfText('Email', 254).regex(emailPattern, 'Email must be an email address');

export const businessSchema = z.strictObject(
  {
    name: lineOfText('Name', 60),
    address: lineOfText('Address', 200),
    // In the format of customers' phones: printed and texted as it is here.
    phone: lineOfText('Phone', 30)
      .regex(/\d\D*\d\D*\d/, 'Phone must be a phone number')
      .transform(formatPhone),
    email: email(),
    social: optionalText({ label: 'Social handle', max: 60 })
      .transform((text) => text ?? '')
      .describe('Empty for none'),
  },
  {
    error: ({ code, input }) => {
      if (code !== 'invalid_type') return undefined;
      return input === undefined ? 'The shop is missing' : 'The shop must be an object';
    },
  },
);

const specialtiesRule = { error: 'Specialties must be a list of text values' };
const technicianSchema = section('A technician', {
  id: lineOfText('ID', 40).regex(
    /^[a-z0-9-]+$/,
    'ID may contain only lowercase letters, digits and hyphens',
  ),
  name: lineOfText('Name', 80),
  email: optionalText({ label: 'Email', max: limits.email })
    .refine((text) => text === null || emailPattern.test(text), 'Email must be an email address')
    .transform((text) => text ?? '')
    .describe('Empty for none'),
  specialties: z
    .array(lineOfText('Specialty', 60), specialtiesRule)
    .min(1, 'Specialties must list at least one')
    .max(10, 'Specialties must list at most ten'),
  isAway: yesOrNo('Away', false).describe('Not offered for new work, but still counted'),
  isUnused: yesOrNo('Not used', false).describe(
    'A technician the shop does not need: not offered for new work, without open repairs',
  ),
});

export const technicianCount = 6;

/**
 * Reports each value that an earlier item of the list already has.
 *
 * @param field of the item; null if the item is the value
 */
function refuseTwice<Item>(
  read: (item: Item) => string,
  field: string | null,
  message: (value: string) => string,
) {
  return (items: readonly Item[], context: z.RefinementCtx) => {
    const values = items.map(read);
    values.forEach((value, index) => {
      if (values.indexOf(value) === index) return;
      const path = field === null ? [index] : [index, field];
      context.addIssue({ code: 'custom', path, message: message(value) });
    });
  };
}

export const techniciansSchema = z
  .array(technicianSchema, { error: 'Technicians must be a list of six' })
  .length(technicianCount, ofList(`There must be exactly ${technicianCount} technicians`))
  .superRefine(
    refuseTwice(
      ({ id }) => id,
      'id',
      (id) => `ID "${id}" is used twice`,
    ),
  );

export const hoursSchema = section('Hours', {
  from: timeOfDay('Opening time').default('09:00'),
  to: timeOfDay('Closing time').default('18:00'),
})
  .refine(({ from, to }) => from < to, {
    path: ['to'],
    message: 'Closing time must be after opening time',
  })
  .prefault({});

const hoursOfADay = section('Hours of a day', {
  from: timeOfDay('Opening time'),
  to: timeOfDay('Closing time'),
}).refine(({ from, to }) => from < to, {
  path: ['to'],
  message: 'Closing time must be after opening time',
});

const closedDate = (label: string) => {
  const rule = `${label} must be a date such as 2026-12-24`;
  return z.string(rule).refine(isCalendarDate, { error: rule, abort: true });
};

const closedDatesSchema = z
  .array(
    section('Closed dates', {
      from: closedDate('First closed day'),
      to: closedDate('Last closed day'),
      name: optionalText({ label: 'Name', max: 60 }),
    }).superRefine((span, context) => {
      const message = closedSpanFault(span);
      if (message !== null) context.addIssue({ code: 'custom', path: ['to'], message });
    }),
    { error: 'Closed dates must be a list' },
  )
  .max(maxClosedDates, ofList(`There can be at most ${maxClosedDates} closed dates`))
  .default([])
  .describe(
    'When the shop is closed besides its weekly closed days: single days and spans, both ends included',
  );

const zoneRule = 'Time zone must be a name such as America/New_York';
export const timeZoneSchema = z
  .string(zoneRule)
  .refine(isTimeZone, zoneRule)
  .nullable()
  .default(null)
  .describe('IANA name; null for the server’s time zone');

const calendarSchema = section('Calendar', {
  timeZone: timeZoneSchema,
  openDays: z
    .array(z.enum(weekDays, 'Open days must be days such as mon'), {
      error: 'Open days must be a list of days',
    })
    .min(1, 'The shop must be open on at least one day')
    .refine((given) => new Set(given).size === given.length, 'Each day may be listed only once')
    .default(['mon', 'tue', 'wed', 'thu', 'fri', 'sat']),
  hours: hoursSchema.describe('When the shop is open, and automatic texts may be sent'),
  dayHours: z
    .partialRecord(z.enum(weekDays), hoursOfADay, {
      error: ({ code }) =>
        code === 'invalid_type'
          ? 'Hours by day must be an object'
          : 'Hours by day must be keyed by days such as mon',
    })
    .default({})
    .describe('The open days whose hours differ from `hours`'),
  closedDates: closedDatesSchema,
  usualDays: wholeNumber(
    'Typical turnaround (days) must be a whole number from 1 to 365',
    1,
    365,
  ).default(7),
}).prefault({});

const intakeSchema = section('Intake', {
  isEmailRequired: yesOrNo('Email required', true),
}).prefault({});

const ticketSchema = section('Ticket', {
  printsReadyBy: yesOrNo('Ready by', false),
  terms: optionalText({ label: 'Terms', max: limits.terms, lines: true }).describe(
    'The shop’s own terms, printed on the claim check; null for none',
  ),
}).prefault({});

export const automaticTexts = {
  reminderAfterDays: days('Reminder', 60),
  estimateExpiresAfterDays: days('Expiry', 365),
};

const textsSchema = section('Texts', {
  ...automaticTexts,
  estimateValidDays: wholeNumber(
    'Days an estimate on paper is valid must be a whole number from 1 to 365',
    1,
    365,
  )
    .default(30)
    .describe('How long an estimate on paper says that its price is valid'),
  holdSeconds: wholeNumber('Seconds to undo must be a whole number from 0 to 300', 0, 300).default(
    5,
  ),
  remindsOfPickUp: yesOrNo('Pickup reminders', false),
  asksForConsent: yesOrNo('Consent to texts', false).describe('Whether intake asks for it'),
  onlyWithConsent: yesOrNo('Text only with consent', false),
  consentWording: requiredText({ label: 'Wording', max: 500, lines: true })
    .default(usualConsent)
    .describe(`What customers agree to; ${shopPlaceholder} stands for the shop’s name`),
  automaticToStrangers: wholeNumber(
    'Automatic texts to unknown numbers must be a whole number from 0 to 10000',
    0,
    10_000,
  )
    .default(100)
    .describe('How many automatic texts a day may go to phones that are on no ticket'),
}).prefault({});

const keepRule = 'Backups to keep must be a whole number from 1 to 1000';
/** Source: shop decision (docs/decisions/backups.md); off unless the shop sets it. */
export const scheduleParts = {
  dailyAt: timeOfDay('Time of the backup').default('03:00'),
  keep: wholeNumber(keepRule, 1, 1000).default(14),
};
export const backupFolder = lineOfText('Folder', 1000);
const backupsSchema = section('Backups', {
  folder: backupFolder
    .nullable()
    .default(null)
    .describe('On the server; null for backups/ in the data folder'),
  ...scheduleParts,
})
  .nullable()
  .default(null)
  .describe('The daily backup; null for none');

const staffSchema = z
  .array(
    section('One of the staff', {
      name: lineOfText('Name', 80),
      initials: requiredText({ label: 'Initials', max: 4, required: 'Initials are required' }),
    }),
    {
      error: 'Staff must be a list of names',
    },
  )
  .max(20, 'The staff list can have at most 20 names')
  .superRefine(
    refuseTwice(
      ({ initials }) => initials.toUpperCase(),
      'initials',
      (initials) => `Initials ${initials} are used twice`,
    ),
  )
  .default([]);

export const placeName = lineOfText('Place', limits.place);

const placesSchema = z
  .array(placeName, { error: 'Places must be a list of names' })
  .max(maxPlaces, ofList(`There can be at most ${maxPlaces} places`))
  .superRefine(
    refuseTwice(
      (place) => place.toUpperCase(),
      null,
      (place) => `Place ${place} is in the list twice`,
    ),
  )
  .default([])
  .describe('Where watches are kept. A place that is removed stays on the tickets that have it');

const finalCheckSchema = z
  .array(lineOfText('A line of the final check', limits.checkLine), {
    error: 'Final check must be a list of lines',
  })
  .max(maxCheckLines, ofList(`The final check can have at most ${maxCheckLines} lines`))
  .superRefine(
    refuseTwice(
      (line) => line.toUpperCase(),
      null,
      (line) => `“${line}” is in the final check twice`,
    ),
  )
  .default([])
  .describe('Boxes to check when a repair is completed; none by default');

export const maxPresets = 60;

const presetsSchema = z
  .array(
    section('A preset', {
      name: lineOfText('Name', limits.lineDescription),
      ...linePartSchemas,
      kind: linePartSchemas.kind.default('labor'),
      isTaxable: linePartSchemas.isTaxable.default(true),
      price: requiredPrice('Price', 'Price is required').describe('As the shop states its prices'),
      days: days('Days', 365).describe('How long it usually takes; null if not given'),
    }),
    { error: 'Presets must be a list' },
  )
  .max(maxPresets, ofList(`There can be at most ${maxPresets} presets`))
  .superRefine(
    refuseTwice(
      ({ name }) => name.toUpperCase(),
      'name',
      (name) => `“${name}” is in the presets twice`,
    ),
  )
  .default([])
  .describe('Ready-made lines for estimates');

const taxRule = 'Tax rate must be from 0 to 20%, with at most three decimals';

/** What is in the drawer when the day begins. */
const cashFloat = requiredPrice('Cash float', 'Cash float must be a number')
  .default(0)
  .describe('Dollars in the cash drawer when a day begins');

/** What is texted automatically must keep to the shop's hours, so the shop says where it is. */
export const zoneForTexts =
  'Choose a time zone: automatic texts are sent only during opening hours';
const consentToAskFor =
  'Turn on “Ask for consent at intake” first; otherwise no one could be texted';
export const expiryAfterReminder = 'Expiry must be later than the reminder';

export const shopSettingsSchema = z
  .strictObject({
    shop: businessSchema,
    technicians: techniciansSchema,
    calendar: calendarSchema,
    intake: intakeSchema,
    ticket: ticketSchema,
    texts: textsSchema,
    taxThousandths: wholeNumber(taxRule, 0, 20_000)
      .default(0)
      .describe('The tax rate in thousandths of a percent'),
    pricesIncludeTax: yesOrNo('Prices include tax', true).describe(
      'Whether staff type prices with the tax included. The API always takes and returns what the customer pays',
    ),
    cashFloat,
    backups: backupsSchema,
    staff: staffSchema,
    places: placesSchema,
    finalCheck: finalCheckSchema,
    presets: presetsSchema,
  })
  .superRefine(({ calendar, texts }, context) => {
    const { reminderAfterDays: reminder, estimateExpiresAfterDays: expiry } = texts;
    const refuse = (path: string[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    if (calendar.timeZone === null && (reminder !== null || texts.remindsOfPickUp)) {
      refuse(['calendar', 'timeZone'], zoneForTexts);
    }
    if (texts.onlyWithConsent && !texts.asksForConsent) {
      refuse(['texts', 'onlyWithConsent'], consentToAskFor);
    }
    if (reminder !== null && expiry !== null && expiry <= reminder) {
      refuse(['texts', 'estimateExpiresAfterDays'], expiryAfterReminder);
    }
  });

export type ShopSettings = z.infer<typeof shopSettingsSchema>;
export type Technician = ShopSettings['technicians'][number];
export type Preset = ShopSettings['presets'][number];

const flat = (settings: ShopSettings): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([section, value]) =>
      typeof value !== 'object' || Array.isArray(value) || section === 'backups'
        ? [[section, value]]
        : Object.entries(value ?? {}).map(([name, part]) => [`${section}.${name}`, part]),
    ),
  );

/**
 * What differs between two versions of the settings, as fields of the history, e.g. `shop.name`; a list,
 * and the daily backup, as a whole.
 */
export const settingsChanges = (before: ShopSettings, after: ShopSettings) =>
  changedFields(flat(before), flat(after));

/** What a shop has until it is set up: neutral names, the specification's specialties. */
export const defaultShopSettings: ShopSettings = {
  shop: {
    name: 'Watch Repair Shop',
    address: '1 Main Street, Your Town',
    phone: '(212) 555-0100',
    email: 'shop@example.com',
    social: '@yourshop',
  },
  technicians: [
    ['Rolex', 'Omega', 'Swiss'],
    ['Citizen', 'Seiko', 'Casio'],
    ['TAG Heuer', 'Breitling', 'Luxury'],
    ['Vintage', 'Antique', 'Restoration'],
    ['Digital', 'Smart Watches', 'Modern'],
    ['Mechanical', 'Automatic', 'Manual'],
  ].map((specialties, index) => ({
    id: `technician-${index + 1}`,
    name: `Technician ${index + 1}`,
    email: `technician${index + 1}@example.com`,
    specialties,
    isAway: false,
    isUnused: false,
  })),
  calendar: {
    timeZone: null,
    openDays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
    hours: { from: '09:00', to: '18:00' },
    dayHours: {},
    closedDates: [],
    usualDays: 7,
  },
  intake: { isEmailRequired: true },
  ticket: { printsReadyBy: false, terms: null },
  texts: {
    reminderAfterDays: null,
    estimateExpiresAfterDays: null,
    estimateValidDays: 30,
    holdSeconds: 5,
    remindsOfPickUp: false,
    asksForConsent: false,
    onlyWithConsent: false,
    consentWording: usualConsent,
    automaticToStrangers: 100,
  },
  taxThousandths: 0,
  pricesIncludeTax: true,
  cashFloat: 0,
  backups: null,
  staff: [],
  places: [],
  finalCheck: [],
  presets: [],
};
