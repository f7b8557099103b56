import { z } from 'zod';
import { isoTime, repairSchema, textOrNull } from './api-answers.ts';
import { type Operation, ticketNumberParam } from './api-operation.ts';
import { answerSchemas, inputSchemas } from './field-checks.ts';
import { oneOf, uuidField } from './field-schemas.ts';
import { noteFault, noteFields, noteKinds } from './notes.ts';

/** The call about the notes of a ticket. */

export const noteSchema = z
  .object({
    id: z.string(),
    ticketNumber: z.string(),
    kind: z.enum(noteKinds),
    ...answerSchemas(noteFields),
    at: isoTime,
    session: textOrNull('The public id of the session in which it was written'),
    initials: textOrNull('Which staff member was chosen at that computer: a note, not proof'),
  })
  .meta({
    id: 'Note',
    description: 'What staff noted on a ticket; never changed; deleted only with the ticket',
  });
export type Note = z.infer<typeof noteSchema>;

const noteAnswer = z.object({ note: noteSchema, repair: repairSchema });

export const noteOperations = {
  addNote: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/notes',
    summary:
      'Add a note, record a call to the customer, or amend a signed claim check; repeating the noteId returns the existing note',
    params: ticketNumberParam,
    body: z
      .strictObject({
        /** Made by the browser when the note is begun: the same id is the same note. */
        noteId: uuidField('noteId'),
        kind: oneOf('kind', noteKinds),
        ...inputSchemas(noteFields),
        writtenAt: z.iso
          .datetime('writtenAt must be a time in UTC')
          .nullish()
          .describe('When it was written, if it was kept while offline; if left out, now'),
      })
      .superRefine(({ kind, text }, context) => {
        const message = noteFault(kind, text);
        if (message !== null) context.addIssue({ code: 'custom', path: ['text'], message });
      }),
    responses: { 201: noteAnswer, 200: noteAnswer },
    problems: ['repair-not-found', 'note-id-taken', 'not-signed'],
  },
} as const satisfies Record<string, Operation>;
