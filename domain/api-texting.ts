import { z } from 'zod';
import { isoTime, messageSchema, smsResultSchema } from './api-answers.ts';
import { notTextable, type Operation } from './api-operation.ts';
import { limits } from './field-list.ts';
import { atMost, requiredPhone, uuidField } from './field-schemas.ts';
import {
  refusedCallReasons,
  textingAccountFields,
  textingAccountSchema,
  textingSources,
  textingVariables,
} from './texting-account.ts';

/** The calls about the account for real texts: a part of the HTTP interface in api.ts. */

const changedBy = {
  at: isoTime,
  session: z.string().nullable().describe('The public id of the session'),
  initials: z.string().nullable(),
};

const accountSchema = z.object({
  accountSid: z.string(),
  sender: z.string().describe('A number, or the SID of a messaging service'),
  publicUrl: z.string(),
});

export const textingSchema = z
  .object({
    source: z
      .enum(textingSources)
      .describe('Where the account is set: nowhere, in the settings, or in the environment'),
    account: accountSchema.nullable().describe('Null while texts go to the simulated phone'),
    token: z
      .object(changedBy)
      .nullable()
      .describe(
        'When the account’s token was stored, never the token itself; null if there is none',
      ),
    isTokenMissing: z
      .boolean()
      .describe('No text goes out until it is entered, e.g. after a restore on another machine'),
    setBy: z.array(z.enum(textingVariables)).describe('What the environment sets'),
    publicUrl: z.string().nullable().describe('PUBLIC_URL of the environment'),
    canKeepToken: z.boolean().describe('False on PostgreSQL without SETTINGS_KEY'),
    earlier: z
      .array(accountSchema.extend({ replacedAt: isoTime }))
      .describe('Earlier accounts whose texts may still be answered'),
    lastCalls: z
      .object({
        genuine: z.object({ at: isoTime }).nullable(),
        refused: z.object({ at: isoTime, why: z.enum(refusedCallReasons) }).nullable(),
      })
      .describe('When the provider’s webhooks were last called'),
    version: z.string().describe('Also the ETag, to be sent as If-Match with a change'),
  })
  .meta({ id: 'Texting' });
export type Texting = z.infer<typeof textingSchema>;

const password = z
  .string('Password is required')
  .refine((given) => given !== '', 'Password is required')
  .max(limits.password, atMost('Password', limits.password));

export const changeTextingSchema = z.strictObject({ ...textingAccountFields, password });

const changeProblems = [
  'changed-meanwhile',
  'invalid-password',
  'too-many-logins',
  'texting-set-outside',
] as const;

export const findingSchema = z
  .object({
    kind: z.enum(['right', 'wrong', 'look']),
    what: z.string(),
    advice: z.string().nullable(),
  })
  .meta({ id: 'TextingFinding' });
export type TextingFinding = z.infer<typeof findingSchema>;

export const textingOperations = {
  getTexting: {
    method: 'GET',
    path: '/api/texting',
    summary: 'The account for real texts, without its token',
    responses: { 200: textingSchema },
  },
  changeTexting: {
    method: 'PUT',
    path: '/api/texting',
    summary: 'Set up or change real texts; takes effect immediately',
    body: changeTextingSchema,
    responses: { 200: textingSchema },
    problems: [...changeProblems, 'texting-key-unusable', 'texting-needs-key'],
    takesVersion: true,
  },
  turnOffTexting: {
    method: 'POST',
    path: '/api/texting/off',
    summary: 'Go back to the simulated phone; texts under way keep their account',
    body: z.strictObject({ password }),
    responses: { 200: textingSchema },
    problems: changeProblems,
    takesVersion: true,
  },
  checkTexting: {
    method: 'POST',
    path: '/api/texting/check',
    summary: 'Check an account with the provider: the one in force, or one that is not saved yet',
    body: z.strictObject({ account: textingAccountSchema.nullable() }),
    responses: { 200: z.object({ findings: z.array(findingSchema) }) },
    problems: ['texting-simulated'],
  },
  sendTestText: {
    method: 'POST',
    path: '/api/texting/test',
    summary: 'Send a test text to a number; repeating the messageId does not send another',
    body: z.strictObject({
      to: requiredPhone({ label: 'Phone' }),
      messageId: uuidField('messageId'),
    }),
    responses: { 200: z.object({ message: messageSchema, sms: smsResultSchema }) },
    problems: ['texting-simulated', 'message-id-taken', ...notTextable],
  },
} as const satisfies Record<string, Operation>;
