import { z } from 'zod';
import { emailPattern } from './fields.ts';

/**
 * The shop's own configuration file: the business text of the printed ticket and the six
 * technicians. Source: specification, sections 2 ("Printed ticket") and 3 ("Technician").
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
  email: text('email', 254).regex(emailPattern, 'email must be an e-mail address'),
  specialties: z
    .array(text('specialty', 60), { error: 'specialties must be a list of texts' })
    .min(1, 'specialties must name at least one')
    .max(10, 'specialties must name at most ten'),
});

export const technicianCount = 6;

export const shopConfigSchema = z.strictObject(
  {
    shop: z.strictObject(
      {
        name: text('name', 60),
        address: text('address', 200),
        phone: text('phone', 30).regex(/\d\D*\d\D*\d/, 'phone must be a phone number'),
        email: text('email', 254).regex(emailPattern, 'email must be an e-mail address'),
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
};
