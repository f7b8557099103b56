import { z } from 'zod';
import { isoTime } from './api-answers.ts';
import type { Operation } from './api-operation.ts';
import { atMost, limits, lookupText } from './fields.ts';
import { newPasswordProblem, shortestPassword } from './new-password.ts';

/** The calls about who is logged in, and about the password. */

export const sessionSchema = z
  .object({
    id: z.string().meta({ description: 'Names the session; opens nothing' }),
    device: z.string().meta({ description: 'e.g. "Chrome on Windows"' }),
    createdAt: isoTime,
    lastSeenAt: isoTime.meta({ description: 'To the minute' }),
    isCurrent: z.boolean().meta({ description: 'Whether it is the one that asks' }),
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

const isAnother = (given: BothPasswords) =>
  given.newPassword.normalize('NFKC') !== given.currentPassword.normalize('NFKC');
const notAnother = {
  path: ['newPassword'],
  message: 'The new password must differ from the current one.',
};

const changePasswordSchema = z
  .strictObject({ currentPassword, newPassword })
  .refine(isAnother, notAnother);

/** What the screen asks for: the new one twice, because nobody sees what they type. */
export const changePasswordForm = z
  .object({ currentPassword, newPassword, repeated: z.string() })
  .refine(isAnother, notAnother)
  .refine((given) => given.repeated === given.newPassword, {
    path: ['repeated'],
    message: 'The two new passwords are not the same.',
  });

export const sessionOperations = {
  listSessions: {
    method: 'GET',
    path: '/api/sessions',
    summary: 'Who is logged in, last seen first, and where the password is kept',
    responses: {
      200: z.object({
        items: z.array(sessionSchema),
        passwordIsSetOutside: z
          .boolean()
          .meta({ description: 'SHOP_PASSWORD decides it, so it cannot be changed here' }),
      }),
    },
    problems: [],
  },
  endSession: {
    method: 'DELETE',
    path: '/api/sessions/{id}',
    summary: 'End one session',
    params: z.strictObject({ id: lookupText('id', 40).min(1, 'id is required') }),
    responses: { 204: z.void() },
    problems: ['session-not-found'],
  },
  endSessions: {
    method: 'DELETE',
    path: '/api/sessions',
    summary: 'Log out everywhere: all other sessions, or this one, too',
    query: z.strictObject({ scope: z.enum(scopes, 'scope must be others or all') }),
    responses: { 200: z.object({ ended: z.int() }) },
    problems: ['validation-failed'],
  },
  changePassword: {
    method: 'PUT',
    path: '/api/password',
    summary: 'Set another shop password; ends all sessions and opens a new one for whoever asks',
    body: changePasswordSchema,
    responses: { 204: z.void() },
    problems: ['validation-failed', 'invalid-password', 'too-many-logins', 'password-set-outside'],
  },
} as const satisfies Record<string, Operation>;
