import { z } from 'zod';
import { isTimeZone } from './clock.ts';
import { emailPattern } from './field-schemas.ts';

/**
 * The shop's own configuration file: the business text of the printed ticket, the six technicians,
 * what is texted by the passing of time, and when backups are made. Source: specification, sections 2 ("Printed ticket") and
 * 3 ("Technician").
 */

const text = (what: string, max: number) =>
  z
    .string({
      error: (issue) =>
        issue.input === undefined ? `${what} is missing` : `${what} must be a text in quotes`,
    })
    .trim()
    .min(1, `${what} must not be empty`)
    .max(max, `${what} must be at most ${max} characters`)
    .regex(/^\P{Cc}*$/u, `${what} must be one line without control characters`);

const technicianSchema = z.strictObject({
  id: text('id', 40).regex(/^[a-z0-9-]+$/, 'id may hold only small letters, digits and hyphens'),
  name: text('name', 80),
  email: text('email', 254).regex(emailPattern, 'email must be an email address'),
  specialties: z
    .array(text('specialty', 60), { error: 'specialties must be a list of texts' })
    .min(1, 'specialties must name at least one')
    .max(10, 'specialties must name at most ten'),
});

export const technicianCount = 6;

const timeOfDay = (what: string) =>
  z.string(`${what} must be a time such as "09:00", in quotes`).regex(/^([01]\d|2[0-3]):[0-5]\d$/, {
    error: `${what} must be a time from 00:00 to 23:59, such as "09:00"`,
    abort: true,
  });

const days = (what: string, most: number) => {
  const message = `${what} must be a whole number of days from 1 to ${most}, or null for never`;
  return z.number(message).int(message).min(1, message).max(most, message).nullable().default(null);
};

/** Source: shop decision on reminders and expiry; both are off unless the shop sets them. */
const textingSchema = z
  .strictObject({
    reminderAfterDays: days('reminderAfterDays', 60),
    hours: z
      .strictObject({
        from: timeOfDay('from').default('09:00'),
        to: timeOfDay('to').default('18:00'),
      })
      .refine(({ from, to }) => from < to, 'hours must begin before they end')
      .prefault({}),
    timeZone: z
      .string('timeZone must be a name in quotes')
      .refine(isTimeZone, 'timeZone must be a name such as "America/New_York"')
      .nullable()
      .default(null),
    estimateExpiresAfterDays: days('estimateExpiresAfterDays', 365),
  })
  .superRefine(({ reminderAfterDays, timeZone, estimateExpiresAfterDays }, context) => {
    if (reminderAfterDays === null) return;
    if (timeZone === null) {
      const message = 'timeZone is missing: reminders go out within the shop’s own hours';
      context.addIssue({ code: 'custom', path: ['timeZone'], message });
    }
    if (estimateExpiresAfterDays !== null && estimateExpiresAfterDays <= reminderAfterDays) {
      const message = 'estimateExpiresAfterDays must be more than reminderAfterDays';
      context.addIssue({ code: 'custom', path: ['estimateExpiresAfterDays'], message });
    }
  });

const backupsMessage = 'backups must name a folder: { "folder": "…" }';
const keepMessage = 'keep must be a whole number of backups from 1 to 1000';

/** Source: shop decision (docs/decisions/backups.md); off unless the shop sets it. */
const backupsSchema = z
  .strictObject(
    {
      folder: text('folder', 1000),
      dailyAt: timeOfDay('dailyAt').default('03:00'),
      keep: z
        .number(keepMessage)
        .int(keepMessage)
        .min(1, keepMessage)
        .max(1000, keepMessage)
        .default(14),
    },
    { error: (issue) => (issue.code === 'invalid_type' ? backupsMessage : undefined) },
  )
  .nullable()
  .default(null);

export const shopConfigSchema = z.strictObject(
  {
    shop: z.strictObject(
      {
        name: text('name', 60),
        address: text('address', 200),
        phone: text('phone', 30).regex(/\d\D*\d\D*\d/, 'phone must be a phone number'),
        email: text('email', 254).regex(emailPattern, 'email must be an email address'),
        social: text('social', 60),
      },
      { error: (issue) => (issue.input === undefined ? 'shop is missing' : undefined) },
    ),
    technicians: z
      .array(technicianSchema, { error: 'technicians must be a list of six' })
      .length(technicianCount, `technicians must be exactly ${technicianCount}`)
      .superRefine((technicians, context) => {
        const seen = new Set<string>();
        technicians.forEach((technician, index) => {
          if (seen.has(technician.id)) {
            context.addIssue({
              code: 'custom',
              path: [index, 'id'],
              message: `id "${technician.id}" is used twice`,
            });
          }
          seen.add(technician.id);
        });
      }),
    texting: textingSchema.prefault({}),
    backups: backupsSchema,
  },
  {
    error: (issue) => (issue.code === 'invalid_type' ? 'the file must hold one object' : undefined),
  },
);

export type ShopConfig = z.infer<typeof shopConfigSchema>;
export type Technician = ShopConfig['technicians'][number];

/** What a shop has until it sets itself up: neutral names, the specification's specialties. */
export const defaultShopConfig: ShopConfig = {
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
  })),
  texting: {
    reminderAfterDays: null,
    hours: { from: '09:00', to: '18:00' },
    timeZone: null,
    estimateExpiresAfterDays: null,
  },
  backups: null,
};
