import { z } from 'zod';
import { isoTime, repairSchema } from './api-answers.ts';
import {
  idParam,
  type Operation,
  photoTypes,
  renditionQuery,
  ticketNumberParam,
} from './api-operation.ts';
import { answerSchemas, inputSchemas } from './field-checks.ts';
import { oneOf, uuidField } from './field-schemas.ts';
import { maxTicketPhotos, ticketPhotoFields, ticketPhotoKinds } from './ticket-photos.ts';

/** The calls about a ticket's photos other than the initial and the completion photo. */

export const ticketPhotoSchema = z
  .object({
    id: z.string(),
    ticketNumber: z.string(),
    kind: z.enum(ticketPhotoKinds),
    ...answerSchemas(ticketPhotoFields),
    url: z.string().describe('Needs a session; ?w= asks for a smaller rendition'),
    createdAt: isoTime.describe('When it was taken'),
    updatedAt: isoTime,
  })
  .meta({
    id: 'TicketPhoto',
    description: `A photo of a ticket other than the initial and the completion photo; at most ${maxTicketPhotos} per ticket`,
  });
export type TicketPhoto = z.infer<typeof ticketPhotoSchema>;

const inputs = {
  kind: oneOf('kind', ticketPhotoKinds),
  ...inputSchemas(ticketPhotoFields),
};

const photoAnswer = z.object({ photo: ticketPhotoSchema, repair: repairSchema });

export const ticketPhotoOperations = {
  addTicketPhoto: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/photos',
    summary:
      'Add a photo with a caption: the file’s bytes as the body; repeating the photoId returns the existing photo',
    params: ticketNumberParam,
    query: z.strictObject({
      /** Made by the browser when the photo is taken: the same id is the same photo. */
      photoId: uuidField('photoId'),
      ...inputs,
      takenAt: z.iso
        .datetime('takenAt must be a time in UTC')
        .optional()
        .describe('When it was taken, if it was kept while offline'),
    }),
    takesFile: photoTypes,
    responses: { 201: photoAnswer, 200: photoAnswer },
    problems: [
      'repair-not-found',
      'repair-status',
      'photo-id-taken',
      'too-many-photos',
      'photo-unreadable',
      'photo-too-large',
      'photo-too-many-pixels',
      'photo-store-failed',
    ],
  },
  getTicketPhoto: {
    method: 'GET',
    path: '/api/photos/{id}',
    summary: 'A photo that was added to a ticket; w asks for a smaller rendition',
    params: idParam,
    query: renditionQuery,
    responses: { 200: z.unknown().describe('JPEG') },
    givesFile: ['image/jpeg'],
    problems: ['photo-not-found', 'photo-damaged'],
  },
  changeTicketPhoto: {
    method: 'PATCH',
    path: '/api/photos/{id}',
    summary: 'Change the caption or the kind of a photo; repeating it changes nothing',
    params: idParam,
    body: z.strictObject(inputs).partial(),
    responses: { 200: photoAnswer },
    takesVersion: true,
    problems: ['photo-not-found', 'repair-not-found', 'repair-status', 'changed-meanwhile'],
  },
  removeTicketPhoto: {
    method: 'DELETE',
    path: '/api/photos/{id}',
    summary: 'Delete a photo and its file',
    params: idParam,
    responses: { 200: z.object({ repair: repairSchema }) },
    takesVersion: true,
    problems: ['photo-not-found', 'repair-not-found', 'repair-status', 'changed-meanwhile'],
  },
} as const satisfies Record<string, Operation>;
