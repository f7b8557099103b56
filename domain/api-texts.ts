import { z } from 'zod';
import {
  estimateSchema,
  isoTime,
  messageSchema,
  repairSchema,
  smsResultSchema,
  textOrNull,
} from './api-answers.ts';
import {
  completionFunctionSchema,
  newTextSchema,
  recordedReplySchema,
  smsFunctionSchema,
  undoHandledSchema,
} from './api-inputs.ts';
import {
  idParam,
  listOf,
  notTextable,
  type Operation,
  page,
  photoTypes,
  renditionQuery,
  ticketNumberParam,
  ticketNumberText,
} from './api-operation.ts';
import { partSchema } from './api-parts.ts';
import { sendingSchema } from './api-sendings.ts';
import { caseReasons } from './attention.ts';
import { limits } from './field-list.ts';
import { atMost, calendarDate, lookupText, requiredPhone } from './field-schemas.ts';
import { maxPicturesOfText } from './text-pictures.ts';

/** The calls about texts: a part of the HTTP interface in api.ts. */

const attentionCaseSchema = z
  .object({
    id: z
      .string()
      .describe(
        'Id of the text, with which the case can be marked as handled; of the ticket for accepted, declined, not-begun, part-late, back-late and quiet, which leave the list when the ticket changes',
      ),
    reason: z
      .enum(caseReasons)
      .describe(
        'accepted and declined: an answer to an estimate that staff have not acted on. unclear: a reply that is not a clear answer to an estimate. answered-while-unsettled: a clear answer to an estimate that may not have been sent; it is applied once the estimate is known to have been sent, unless the case was handled. answered-unsent: the same, and the estimate was not sent. answered-by-text: a clear answer while an estimate given without a text is open; it changed nothing. limit-reached: the first of a day that got no automatic answer because of the limit for phones on no ticket. not-begun: promised within two open days or overdue, taken in three hours ago or more, pending or assigned. part-late: open, and a part is expected after the date promised. back-late: open, sent out, and expected back on an earlier day or after the date promised. quiet: open, and nothing has happened for 14 days',
      ),
    happened: z.string().describe('What happened, in plain words'),
    advice: z.string().describe('What to do about it, in plain words'),
    ticketNumber: z.string().nullable(),
    customerName: textOrNull(
      'Null if no one in the directory has the phone, or if several share it (see the sharedBy of the text)',
    ),
    phone: z.string(),
    at: isoTime.describe(
      'When the text was sent or received, the answer was given, or the ticket was last changed',
    ),
    message: messageSchema
      .nullable()
      .describe('The text in question; null if the case is a ticket'),
    estimate: estimateSchema
      .nullable()
      .describe('The estimate that was accepted or declined; else null'),
    expectedOn: calendarDate
      .nullable()
      .describe(
        'For not-begun, part-late, back-late and quiet, the date promised; null for the others',
      ),
    part: partSchema
      .nullable()
      .describe('For part-late, the part that is expected last; else null'),
    sending: sendingSchema
      .nullable()
      .describe('For back-late, where the watch was sent; else null'),
    status: textOrNull('The ticket’s status; null if there is no ticket'),
  })
  .meta({ id: 'AttentionCase' });
export type AttentionCase = z.infer<typeof attentionCaseSchema>;

const providerAnswerSchema = z
  .object({
    success: z.boolean(),
    messageSid: textOrNull(
      'The provider’s id, which begins with SM or MM if it succeeded; null if nothing was sent',
    ),
    detail: textOrNull('Why it did not succeed, in plain words; else null'),
    justSent: z
      .literal(true)
      .optional()
      .describe(
        'Not sent, because the ticket got the same text within the last two minutes: `again` sends it all the same',
      ),
  })
  .meta({ id: 'ProviderAnswer' });
export type ProviderAnswer = z.infer<typeof providerAnswerSchema>;

const textAnswer = z.object({ message: messageSchema, sms: smsResultSchema });

const pictureParams = z.strictObject({
  ...idParam.shape,
  position: z.coerce
    .number('position must be a number')
    .int('position must be a whole number')
    .min(0, 'position must be 0 to 9')
    .max(maxPicturesOfText - 1, 'position must be 0 to 9'),
});

const notLeft = 'media must be ids from simulatePicture';

export const textOperations = {
  listMessages: {
    method: 'GET',
    path: '/api/messages',
    summary:
      'Texts in and out, newest first; of one ticket (its conversation), or with one phone, on any ticket',
    query: z.strictObject({
      ...page,
      ticketNumber: ticketNumberText.optional(),
      phone: lookupText('phone', limits.phone).optional(),
    }),
    responses: { 200: listOf(messageSchema) },
    hasRevision: true,
  },
  sendText: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/messages',
    summary:
      'Send a ticket’s customer a custom text; repeating the messageId returns the existing text',
    params: ticketNumberParam,
    body: newTextSchema,
    responses: { 201: textAnswer, 200: textAnswer },
    problems: [
      'repair-not-found',
      'message-not-found',
      ...notTextable,
      'message-id-taken',
      'already-answered',
    ],
  },
  sendDropOffText: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/drop-off-text',
    summary: 'Send the drop-off text if none was sent at intake; repeating it returns that text',
    params: ticketNumberParam,
    responses: { 201: textAnswer, 200: textAnswer },
    problems: ['repair-not-found', 'text-not-resendable', ...notTextable],
  },
  resendText: {
    method: 'POST',
    path: '/api/messages/{id}/resend',
    summary:
      'Resend a text that did not arrive, to the customer’s current number; repeating it returns the text that was sent',
    params: idParam,
    responses: { 201: textAnswer, 200: textAnswer },
    problems: [
      'message-not-found',
      'text-not-resendable',
      'repair-status',
      ...notTextable,
      'estimate-in-flight',
    ],
  },
  recordReply: {
    method: 'POST',
    path: '/api/messages/{id}/record',
    summary:
      'Record a customer’s text as the answer to the estimate that it is about, with the confirmation that a clear answer gets; sms is null if none may be sent',
    params: idParam,
    body: recordedReplySchema,
    responses: {
      200: z.object({
        repair: repairSchema,
        estimate: estimateSchema,
        message: messageSchema,
        sms: smsResultSchema.nullable(),
      }),
    },
    problems: ['message-not-found', 'reply-not-recordable', 'repair-status'],
  },
  replyToText: {
    method: 'POST',
    path: '/api/messages/{id}/reply',
    summary:
      'Reply to a customer’s text with a custom text, to the number that it came from; that handles its case. Repeating the messageId returns the existing text',
    params: idParam,
    body: newTextSchema,
    responses: { 201: textAnswer, 200: textAnswer },
    problems: [
      'message-not-found',
      'phone-not-textable',
      'phone-opted-out',
      'message-id-taken',
      'already-answered',
    ],
  },
  listAttention: {
    method: 'GET',
    path: '/api/attention',
    summary:
      'What staff should look at: texts that did not arrive, unclear replies and answers to estimates that still need action, newest first; then repairs that are due soon, late or untouched',
    query: z.strictObject(page),
    responses: { 200: listOf(attentionCaseSchema) },
    hasRevision: true,
  },
  handleAttention: {
    method: 'POST',
    path: '/api/attention/{id}/handled',
    summary: 'Take a case off the list; if it is already off, nothing changes',
    params: idParam,
    responses: { 200: z.object({ message: messageSchema }) },
    problems: ['message-not-found'],
  },
  undoHandled: {
    method: 'POST',
    path: '/api/attention/{id}/undo-handled',
    summary: 'Put back a case that was taken off by hand; repeating it changes nothing',
    params: idParam,
    body: undoHandledSchema,
    responses: { 200: z.object({ message: messageSchema }) },
    problems: ['message-not-found'],
  },
  sendSms: {
    method: 'POST',
    path: '/api/functions/send-sms',
    summary:
      'The text function: texts a number. If the text was not sent, the answer has success: false',
    body: smsFunctionSchema,
    responses: { 200: providerAnswerSchema },
  },
  sendCompletion: {
    method: 'POST',
    path: '/api/functions/send-completion',
    summary:
      'The completion function: tells a customer that the watch is ready; repeating the messageId returns the same answer as the first time',
    body: completionFunctionSchema,
    responses: { 200: providerAnswerSchema },
    problems: ['repair-not-found', 'message-id-taken'],
  },
  fetchTextPicture: {
    method: 'POST',
    path: '/api/messages/{id}/pictures/{position}/fetch',
    summary:
      'Have a picture from a customer’s text fetched again, even if its phone is unknown or has sent more than 30 within 24 hours; repeating it changes nothing',
    params: pictureParams,
    responses: { 200: z.object({ message: messageSchema }) },
    problems: ['message-not-found'],
  },
  getTextPicture: {
    method: 'GET',
    path: '/api/messages/{id}/pictures/{position}',
    summary: 'A picture that came with a customer’s text; w asks for a smaller rendition',
    params: pictureParams,
    query: renditionQuery,
    responses: { 200: z.unknown().describe('JPEG') },
    givesFile: ['image/jpeg'],
    problems: ['photo-not-found', 'photo-damaged'],
  },
  simulatePicture: {
    method: 'POST',
    path: '/api/simulator/pictures',
    summary: 'Upload a picture to the simulated phone, for simulateReply to send',
    takesFile: photoTypes,
    responses: { 201: z.object({ mediaId: z.string() }) },
    problems: ['simulator-off', 'photo-unreadable', 'photo-too-large'],
  },
  simulateReply: {
    method: 'POST',
    path: '/api/simulator/replies',
    summary: 'The simulated phone answers as the customer, on the same path as a real text',
    body: z.strictObject({
      from: requiredPhone({ label: 'Phone' }),
      body: z.string('body must be text').max(limits.textBody, atMost('body', limits.textBody)),
      media: z
        .array(z.string(notLeft).regex(/^ME[0-9a-f]{32}$/, notLeft), notLeft)
        .max(maxPicturesOfText, `media may name at most ${maxPicturesOfText} pictures`)
        .optional()
        .describe('The ids of pictures that were uploaded with simulatePicture'),
    }),
    responses: { 201: z.object({ message: messageSchema }) },
    problems: ['simulator-off'],
  },
} as const satisfies Record<string, Operation>;
