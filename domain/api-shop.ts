import { z } from 'zod';
import { isoTime } from './api-answers.ts';
import { idParam, nothing, type Operation } from './api-operation.ts';
import { installations } from './command-lines.ts';
import { limits } from './field-list.ts';
import { atMost } from './field-schemas.ts';
import { newPasswordProblem, shortestPassword } from './new-password.ts';

/** The calls about the shop itself, and logging in and out. */

const shopSchema = z
  .object({
    shop: z.object({
      name: z.string(),
      address: z.string(),
      phone: z.string(),
      email: z.string(),
      social: z.string(),
    }),
    isConfigured: z.boolean().describe('False while the neutral defaults are in use'),
    textsAreSimulated: z.boolean(),
    clockAheadSeconds: z
      .number()
      .int()
      .nullable()
      .describe(
        'How far the server’s clock is ahead of the text provider’s; negative when it is behind, null when not known',
      ),
    installation: z
      .enum(installations)
      .describe('Whether its commands run through npm (sources) or ./start (release)'),
  })
  .meta({ id: 'Shop' });

export const shopOperations = {
  logIn: {
    method: 'POST',
    path: '/api/session',
    summary: 'Log in with the shop password',
    body: z.strictObject({
      password: z
        .string('Password is required')
        .refine((password) => password !== '', 'Password is required')
        .max(limits.password, atMost('Password', limits.password)),
    }),
    responses: { 204: nothing },
    problems: ['invalid-password', 'too-many-logins'],
    isPublic: true,
  },
  getSession: {
    method: 'GET',
    path: '/api/session',
    summary: 'Whether the session is alive, and until when',
    responses: {
      200: z.object({
        id: z.string().describe('The public id of the session, as events name it'),
        expiresAt: isoTime,
        store: z.string().describe('A new one after each restore of a backup'),
      }),
    },
  },
  logOut: {
    method: 'DELETE',
    path: '/api/session',
    summary: 'Log out: ends the session',
    responses: { 204: nothing },
    isPublic: true,
  },
  getShop: {
    method: 'GET',
    path: '/api/shop',
    summary: 'The business text of the printed ticket and how the product is set up',
    responses: { 200: shopSchema },
  },
} as const satisfies Record<string, Operation>;

/** The calls about who is logged in, and about the password. */

const sessionSchema = z
  .object({
    id: z.string().describe('Identifies the session; grants no access'),
    device: z.string().describe('e.g. "Chrome on Windows"'),
    createdAt: isoTime,
    lastSeenAt: isoTime.describe('To the minute'),
    isCurrent: z.boolean().describe('Whether it is the caller’s own'),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof sessionSchema>;

const currentPassword = z
  .string('Current password is required')
  .refine((password) => password !== '', 'Current password is required')
  .max(limits.password, atMost('Current password', limits.password));

const newPassword = z
  .string('New password is required')
  .superRefine((password, context) => {
    const message = password === '' ? 'New password is required' : newPasswordProblem(password);
    if (message !== null) context.addIssue({ code: 'custom', message });
  })
  .meta({ minLength: shortestPassword, maxLength: limits.password });

const scopes = ['others', 'all'] as const;

type BothPasswords = { currentPassword: string; newPassword: string };

const isDifferent = (given: BothPasswords) =>
  given.newPassword.normalize('NFKC') !== given.currentPassword.normalize('NFKC');
const notDifferent = {
  path: ['newPassword'],
  message: 'The new password must differ from the current one.',
};

const changePasswordSchema = z
  .strictObject({ currentPassword, newPassword })
  .refine(isDifferent, notDifferent);

/** What the screen asks for: the new password twice, because nobody sees what they type. */
export const changePasswordForm = z
  .object({ currentPassword, newPassword, repeated: z.string() })
  .refine(isDifferent, notDifferent)
  .refine((given) => given.repeated === given.newPassword, {
    path: ['repeated'],
    message: 'The new passwords don’t match.',
  });

export const sessionOperations = {
  listSessions: {
    method: 'GET',
    path: '/api/sessions',
    summary: 'Who is logged in, most recently seen first, and where the password is kept',
    responses: {
      200: z.object({
        items: z.array(sessionSchema),
        passwordIsSetOutside: z
          .boolean()
          .describe('SHOP_PASSWORD sets it, so it cannot be changed here'),
      }),
    },
  },
  endSession: {
    method: 'DELETE',
    path: '/api/sessions/{id}',
    summary: 'End one session',
    params: idParam,
    responses: { 204: nothing },
    problems: ['session-not-found'],
  },
  endSessions: {
    method: 'DELETE',
    path: '/api/sessions',
    summary: 'Log out everywhere: all other sessions, or this one too',
    query: z.strictObject({ scope: z.enum(scopes, 'scope must be others or all') }),
    responses: { 200: z.object({ ended: z.int() }) },
  },
  changePassword: {
    method: 'PUT',
    path: '/api/password',
    summary: 'Change the shop password; ends all sessions and opens a new one for the caller',
    body: changePasswordSchema,
    responses: { 204: nothing },
    problems: ['invalid-password', 'too-many-logins', 'password-set-outside'],
  },
} as const satisfies Record<string, Operation>;
