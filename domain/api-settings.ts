import { z } from 'zod';
import { eventSchema, isoTime } from './api-answers.ts';
import { nothing, type Operation } from './api-operation.ts';
import { shopSettingsSchema } from './shop-settings.ts';

/** The calls about the shop's settings: a part of the HTTP interface in api.ts. */

export const storedSettingsSchema = z
  .object({
    settings: shopSettingsSchema,
    revision: z
      .number()
      .int()
      .describe('Counts the changes; also the ETag, to be sent as If-Match with a change'),
    updatedAt: isoTime,
  })
  .meta({ id: 'StoredSettings' });
export type StoredSettings = z.infer<typeof storedSettingsSchema>;

export const settingsOperations = {
  getSettings: {
    method: 'GET',
    path: '/api/settings',
    summary: 'The shop’s settings',
    responses: {
      200: storedSettingsSchema.extend({
        timeZone: z.string().describe('The time zone in force: the shop’s, else the server’s'),
        isSetUp: z.boolean().describe('Whether the shop is set up, or needs no setup'),
      }),
    },
  },
  changeSettings: {
    method: 'PUT',
    path: '/api/settings',
    summary: 'Change the shop’s settings; takes effect immediately',
    body: shopSettingsSchema,
    responses: { 200: storedSettingsSchema },
    problems: ['changed-meanwhile'],
    takesVersion: true,
  },
  finishSetUp: {
    method: 'PUT',
    path: '/api/settings/set-up',
    summary: 'Record that the shop is set up',
    responses: { 204: nothing },
  },
  listSettingsEvents: {
    method: 'GET',
    path: '/api/settings/events',
    summary: 'Who changed what in the settings, oldest first',
    responses: { 200: z.object({ items: z.array(eventSchema) }) },
  },
} as const satisfies Record<string, Operation>;
