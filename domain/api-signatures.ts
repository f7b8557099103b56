import { z } from 'zod';
import { isoTime, repairSchema, textOrNull } from './api-answers.ts';
import { idParam, type Operation, ticketNumberParam } from './api-operation.ts';
import { uuidField } from './field-schemas.ts';

/** The calls about signatures. */

const signed = {
  content: z
    .string()
    .describe('The claim check as canonical JSON (RFC 8785), in the words that are printed'),
  sha256: z.string().describe('The SHA-256 of the content’s UTF-8 bytes, in hexadecimal'),
};

export const signatureSchema = z
  .object({
    id: z.string(),
    ticketNumber: z.string(),
    ...signed,
    url: z.string().describe('The address of the signature’s picture; needs a session'),
    at: isoTime,
    session: textOrNull('The public id of the session in which it was signed'),
    initials: textOrNull('Which staff member was chosen at that computer: a note, not proof'),
  })
  .meta({ id: 'Signature', description: 'What a customer signed; it never changes' });
export type Signature = z.infer<typeof signatureSchema>;

const signatureAnswer = z.object({ signature: signatureSchema, repair: repairSchema });

export const signatureOperations = {
  previewClaimCheck: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/claim-check',
    summary: 'The claim check as it is now, to be shown before it is signed',
    params: ticketNumberParam,
    responses: { 200: z.object(signed) },
    problems: ['repair-not-found'],
  },
  signClaimCheck: {
    method: 'PUT',
    path: '/api/repairs/{ticketNumber}/signature',
    summary:
      'Sign the claim check that was shown: the PNG’s bytes as the body. Repeating the signatureId returns the existing signature',
    params: ticketNumberParam,
    query: z.strictObject({
      /** Made by the browser when the form opens: the same id is the same signature. */
      signatureId: uuidField('signatureId'),
      sha256: z
        .string('sha256 is required')
        .regex(/^[0-9a-f]{64}$/, 'sha256 must be 64 hexadecimal digits in lowercase')
        .describe('Of the claim check that was shown'),
    }),
    responses: { 201: signatureAnswer, 200: signatureAnswer },
    takesFile: ['image/png'],
    problems: [
      'repair-not-found',
      'already-signed',
      'changed-meanwhile',
      'signature-unreadable',
      'signature-store-failed',
    ],
  },
  getSignaturePicture: {
    method: 'GET',
    path: '/api/signatures/{id}/picture',
    summary: 'The picture of a signature',
    params: idParam,
    responses: { 200: z.unknown().describe('PNG') },
    givesFile: ['image/png'],
    problems: ['photo-not-found'],
  },
} as const satisfies Record<string, Operation>;
