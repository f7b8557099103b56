import { z } from 'zod';
import { attentionReasons } from './attention.ts';
import { type CustomerDetails, clientFields, identityNames } from './client-fields.ts';
import { answerWays, estimateStatuses, responseStatuses } from './estimate-answers.ts';
import { estimateFields } from './estimate-fields.ts';
import { answerSchemas } from './field-checks.ts';
import { calendarDate, dollars } from './field-schemas.ts';
import { goingOnStatuses } from './further-work.ts';
import { linesAnswer } from './price-line-schema.ts';
import { repairFields } from './repair-fields.ts';
import { repairStatuses } from './repair-status.ts';
import { messageKinds, messageStates } from './text-kinds.ts';
import { pictureStates } from './text-pictures.ts';
import { waitingDays } from './waiting-days.ts';

/** The shapes of answers that are shared by the calls of several nouns; the others are beside their calls. */

export const count = (description: string) => z.number().int().describe(description);
export const textOrNull = (description: string) => z.string().nullable().describe(description);
export const isoTime = z.string().meta({ format: 'date-time', description: 'ISO 8601, UTC' });
const optedOutAt = isoTime
  .nullable()
  .describe(
    'When the customer replied STOP, after which no text may be sent to the phone; else null',
  );
const numberFails = z
  .boolean()
  .describe(
    'Whether the newest text to the phone failed because of the number, such as a landline',
  );
const told = z
  .enum(answerWays)
  .nullable()
  .describe('How the customer was told the price, if not by text; `counter` is in person');
/** The specification: "The stored ticket's status is passed through as is." */
const ofOthers = 'A value that another program has stored in the shared data is passed on as it is';

const clientAnswers = answerSchemas(clientFields);
const customerAnswers = {
  customerName: clientAnswers.name,
  customerEmail: clientAnswers.email,
  customerPhone: clientAnswers.phone,
  customerAddress: clientAnswers.address,
  customerCompany: clientAnswers.company,
  customerLanguage: clientAnswers.language,
  customerNoTexts: clientAnswers.noTexts,
  customerAgreedToTexts: clientAnswers.agreedToTexts,
  customerPaysByStatement: clientAnswers.paysByStatement,
} satisfies Record<keyof CustomerDetails, z.ZodType>;

/** A tax as it was settled: it stays when the shop's rate changes. */
const settledTax = {
  taxThousandths: z.number().int().describe('The tax rate in thousandths of a percent'),
  tax: dollars.describe('The tax in the price'),
};

export const repairSchema = z
  .object({
    id: z.string(),
    repairId: z.string().describe('UUID made by the browser; names the photos'),
    ticketNumber: z.string(),
    clientId: z.string(),
    ...customerAnswers,
    ...answerSchemas(repairFields),
    firstExpectedOn: calendarDate.nullable().describe('The first date that was promised'),
    status: z
      .union([z.enum(repairStatuses), z.string()])
      .describe(`${ofOthers}. Such a ticket can only be deleted`),
    visitId: textOrNull('The same for all repairs that a customer brought in together'),
    watchId: textOrNull(
      'The same for all repairs of one watch, once staff have said so; else null',
    ),
    isSameDay: z.boolean(),
    assignedTo: textOrNull('Technician id'),
    assignedWatchmaker: textOrNull('Technician name'),
    place: textOrNull(
      'Where the watch is: the name of one of the shop’s places, or of one that it had when the watch was put there',
    ),
    initialPhotoUrl: z.string().nullable(),
    completedPhotoUrl: z.string().nullable(),
    completedAt: isoTime.nullable(),
    completionNotes: z.string().nullable(),
    isUnrepaired: z
      .boolean()
      .describe('Whether it goes back as it came, because the estimate was declined'),
    isWaitingForPickup: z
      .boolean()
      .describe(
        'Whether it is done and not picked up; what was done before pickups were recorded counts as picked up',
      ),
    collectedAt: isoTime.nullable(),
    collectedBy: textOrNull('Who came for it'),
    collectedNote: z.string().nullable(),
    claimCheckSeen: z.boolean().describe('Whether staff were shown the claim check at pickup'),
    idSeen: z.boolean().describe('Whether staff were shown an ID at pickup'),
    shippedBy: textOrNull(
      'The carrier, if the watch was shipped; then no one picked it up, and collectedAt says when it left',
    ),
    trackingNumber: z.string().nullable(),
    insuredValue: dollars.nullable(),
    heldUntil: isoTime
      .nullable()
      .describe('Until when the completion can be undone and its text is held; else null'),
    estimateId: z.string().nullable(),
    estimatePrice: dollars.nullable(),
    estimateWork: z.string().nullable(),
    estimateNotes: z.string().nullable(),
    estimateLines: linesAnswer,
    estimateTold: told,
    estimateSentAt: isoTime.nullable(),
    estimateAcceptedAt: isoTime.nullable(),
    estimateDeclinedAt: isoTime.nullable(),
    estimateExpiredAt: isoTime
      .nullable()
      .describe('When the estimate expired unanswered; null until then'),
    acceptedSoFar: z
      .object({ price: dollars, work: z.string().nullable(), lines: linesAnswer })
      .nullable()
      .describe(
        'What the customer has accepted, and what stays agreed while they are asked about more work; else null',
      ),
    settledTax: z
      .object(settledTax)
      .nullable()
      .describe(
        'The tax in the agreed price, as settled with the accepted estimate, else with the completion. Null before that: the rate in the settings applies until then',
      ),
    paid: dollars.describe('Deposits and payments less refunds'),
    balance: dollars
      .nullable()
      .describe(
        'The agreed price less what was paid; below 0, a refund is due. Everything paid is due back if the watch goes back unrepaired. Null if no price is agreed and nothing is due back, and for a watch picked up before pickups were recorded here, until a payment is recorded',
      ),
    isWaitingForParts: z
      .boolean()
      .describe('Whether it is open and needs a part that has been neither received nor returned'),
    sentOut: z
      .object({
        sentTo: z.string(),
        sentOn: calendarDate,
        expectedOn: calendarDate.nullable().describe('When it is expected back'),
      })
      .nullable()
      .describe('The manufacturer or specialist that the watch was sent to, until it is back'),
    warrantyUntil: calendarDate
      .nullable()
      .describe(
        'The last date on which its work is under warranty, which may be past; null if none has begun, or if a come-back continues it',
      ),
    optedOutAt,
    numberFails,
    smsSent: z.boolean().describe('Whether any text about this ticket was accepted for sending'),
    createdAt: isoTime,
    updatedAt: isoTime,
  })
  .meta({ id: 'Repair' });
export type Repair = z.infer<typeof repairSchema>;

/** What lists show of a repair. The only place that says which fields a row has. */
export const repairRowSchema = repairSchema
  .pick({
    id: true,
    ticketNumber: true,
    customerName: true,
    customerPhone: true,
    customerEmail: true,
    customerNoTexts: true,
    customerAgreedToTexts: true,
    customerPaysByStatement: true,
    watchBrand: true,
    watchModel: true,
    serialNumber: true,
    issue: true,
    repairPrice: true,
    approvedUpTo: true,
    expectedOn: true,
    status: true,
    isSameDay: true,
    assignedTo: true,
    assignedWatchmaker: true,
    place: true,
    initialPhotoUrl: true,
    completedAt: true,
    isUnrepaired: true,
    isWaitingForPickup: true,
    collectedAt: true,
    shippedBy: true,
    heldUntil: true,
    estimatePrice: true,
    estimateWork: true,
    estimateTold: true,
    estimateAcceptedAt: true,
    estimateDeclinedAt: true,
    acceptedSoFar: true,
    balance: true,
    isWaitingForParts: true,
    sentOut: true,
    warrantyUntil: true,
    optedOutAt: true,
    numberFails: true,
    createdAt: true,
    updatedAt: true,
  })
  .meta({ id: 'RepairRow', description: 'What lists show of a repair' });
/** A whole repair is also a row, with more in it (`isWholeRepair`). */
export type RepairRow = z.infer<typeof repairRowSchema>;

export const siblingSchema = repairSchema
  .pick({
    ticketNumber: true,
    watchBrand: true,
    watchModel: true,
    status: true,
    isUnrepaired: true,
    isWaitingForPickup: true,
    collectedAt: true,
    shippedBy: true,
    balance: true,
  })
  .meta({ id: 'Sibling', description: 'A repair that came in during the same visit' });
export type Sibling = z.infer<typeof siblingSchema>;

export const estimateSchema = z
  .object({
    id: z.string(),
    repairId: z.string().describe('The ticket number'),
    customerName: z.string(),
    customerPhone: z.string(),
    customerNoTexts: customerAnswers.customerNoTexts,
    customerAgreedToTexts: customerAnswers.customerAgreedToTexts,
    watchBrand: z.string(),
    watchModel: z.string(),
    issue: z.string().describe('What the customer wants done'),
    initialPhotoUrl: z.string().nullable(),
    expectedOn: z.string().nullable().describe('The date promised, as 2026-03-09'),
    assignedTo: textOrNull('Who has the watch: technician id'),
    repairStatus: z.string().describe('The ticket’s status'),
    ...answerSchemas(estimateFields),
    lines: linesAnswer,
    ...settledTax,
    status: z.union([z.enum(estimateStatuses), z.string()]).describe(ofOthers),
    responseStatus: z.union([z.enum(responseStatuses), z.string()]).describe(ofOthers),
    told,
    sentAt: isoTime.describe('When it was texted, or given in another way'),
    acceptedAt: isoTime.nullable(),
    declinedAt: isoTime.nullable(),
    customerReply: z.string().nullable(),
    respondedAt: isoTime.nullable(),
    answeredBy: textOrNull('Who answered it without a text, if recorded with the answer'),
    isExpired: z
      .boolean()
      .describe(
        'Whether it expired unanswered: an answer by text no longer counts, but staff may still record one or send a new estimate',
      ),
    expiredAt: isoTime.nullable().describe('When it expired; null until then'),
    isReplaced: z
      .boolean()
      .describe('Whether a newer estimate replaced it, so it is no longer waiting for an answer'),
    remindedAt: isoTime.nullable().describe('When the one reminder was sent'),
    optedOutAt,
    numberFails,
    createdAt: isoTime,
    acceptedBefore: z
      .object({ id: z.string(), estimatePrice: dollars })
      .nullable()
      .describe(
        'The estimate that was accepted before this one was sent: after a decline its price can apply again; null for one that was replaced',
      ),
    furtherTo: z
      .object({ id: z.string(), estimatePrice: dollars, status: z.enum(goingOnStatuses) })
      .nullable()
      .describe(
        'For more work: the earlier accepted estimate and the ticket’s status then. If this one is declined, expires or is deleted, both apply again',
      ),
  })
  .meta({ id: 'Estimate' });
export type Estimate = z.infer<typeof estimateSchema>;

export const undoneCompletionSchema = z
  .object({
    notes: textOrNull('The note of the completion, if it differs from the ticket’s own'),
    photoUrl: textOrNull('Its photo, if it differs from the ticket’s own'),
  })
  .meta({
    id: 'UndoneCompletion',
    description:
      'What was typed for a completion that was undone, until the repair is completed again',
  });
export type UndoneCompletion = z.infer<typeof undoneCompletionSchema>;

export const finalCheckSchema = z
  .array(z.object({ line: z.string(), isChecked: z.boolean() }))
  .meta({
    id: 'FinalCheck',
    description: 'The shop’s lines when the repair was completed, and which of them were checked',
  });

export const clientSchema = z
  .object({
    id: z.string(),
    ...clientAnswers,
    optedOutAt,
    createdAt: isoTime,
    updatedAt: isoTime,
  })
  .meta({ id: 'Client' });
export type Client = z.infer<typeof clientSchema>;

const clientDetails = z.object(clientAnswers);

export const clientChangesSchema = z
  .object({ clientId: z.string(), before: clientDetails, after: clientDetails })
  .meta({
    id: 'ClientChanges',
    description: 'What taking in the repair changed in a stored client',
  });
export type ClientChanges = z.infer<typeof clientChangesSchema>;

export const clientDifferencesSchema = z
  .array(
    z.object({ field: z.enum(identityNames), from: z.string(), to: z.string() }).meta({
      id: 'ClientDifference',
      description: 'A field of a stored client, and what was typed instead',
    }),
  )
  .meta({ id: 'ClientDifferences' });

const textPictureSchema = z
  .object({
    position: count('Its place among the pictures of the text, from 0'),
    state: z
      .enum(pictureStates)
      .describe(
        'waiting: it is being fetched, or will be tried again. gone: the provider no longer has it. unreached: tried for two days. unknown-phone: no ticket or client has the phone. daily-limit: more than 30 from the phone within 24 hours',
      ),
    url: textOrNull('Where it can be seen with a session; null while it is not stored'),
    detail: textOrNull('Why it can’t be seen, in plain words'),
    canFetch: z.boolean().describe('Whether fetchTextPicture would fetch it'),
    isOnTicket: z
      .boolean()
      .describe(
        'Whether the phone had only one open ticket, so that the picture is one of its photos',
      ),
  })
  .meta({ id: 'TextPicture' });
export type TextPicture = z.infer<typeof textPictureSchema>;

export const messageSchema = z
  .object({
    id: z.string(),
    direction: z.enum(['outbound', 'inbound']),
    kind: z.enum(messageKinds).describe('What the text is'),
    ticketNumber: textOrNull('The ticket that it is shown on; null if the phone has none'),
    phone: z.string().describe('The customer’s number'),
    body: z.string(),
    state: z.enum(messageStates),
    sid: textOrNull('The provider’s id of the text; null until it has one'),
    errorCode: z.string().nullable(),
    advice: textOrNull('What to do about it, in plain words'),
    meaning: textOrNull('What an inbound text was read as'),
    attention: z
      .enum(attentionReasons)
      .nullable()
      .describe('Why staff should look at it, or should have; see attentionHandledAt'),
    attentionHandledAt: isoTime
      .nullable()
      .describe('When the case left the list, by hand or automatically; null while it is on it'),
    segments: count('What the text costs, in segments'),
    resendOf: textOrNull('The id of the text that this one was sent in place of'),
    canResend: z.boolean().describe('Whether it may be sent again'),
    sharedBy: z
      .array(z.string())
      .optional()
      .describe(
        'The customers who share its phone, if a customer’s text does not tell which of them wrote it',
      ),
    pictures: z
      .array(textPictureSchema)
      .optional()
      .describe('What came with a customer’s text; left out if nothing did'),
    createdAt: isoTime,
    updatedAt: isoTime,
  })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof messageSchema>;

export const eventSchema = z
  .object({
    id: z.string(),
    at: isoTime,
    kind: z.string(),
    actor: z.enum(['staff', 'customer', 'system']),
    ticketNumber: z.string().nullable(),
    data: z
      .record(z.string(), z.unknown())
      .describe('What it was about; what changed, by field, as `before` and `after`'),
    session: textOrNull(
      'The public id of the session in which staff did it (see /api/session); null for others',
    ),
    initials: textOrNull('Which staff member was chosen at that computer: a note, not proof'),
  })
  .meta({ id: 'Event' });
export type TicketEvent = z.infer<typeof eventSchema>;

export const smsResultSchema = z
  .object({
    state: z
      .enum(['sent', 'sending', 'failed', 'unknown', 'withheld'])
      .describe('withheld: the customer wants no texts, or has not agreed to them'),
    detail: textOrNull('What to do about it, in plain words'),
  })
  .meta({ id: 'SmsResult' });
export type SmsResult = z.infer<typeof smsResultSchema>;

export const completionSmsSchema = smsResultSchema
  .extend({
    state: z
      .enum([...smsResultSchema.shape.state.options, 'held'])
      .describe('held: the text is sent once the completion can no longer be undone'),
  })
  .meta({ id: 'CompletionSms' });
export type CompletionSms = z.infer<typeof completionSmsSchema>;

export const technicianSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    specialties: z.array(z.string()),
    isAway: z.boolean().describe('Takes no new work at present'),
    isUnused: z.boolean().describe('A technician the shop does not need: not offered for new work'),
    activeRepairs: count('Those that are not completed'),
    active: z
      .number()
      .int()
      .meta({ deprecated: true, description: 'Use activeRepairs; removed in the next release' }),
    total: z.number().int(),
    done: z.number().int(),
  })
  .meta({ id: 'Technician' });
export type TechnicianWithCounts = z.infer<typeof technicianSchema>;

export const overviewSchema = z
  .object({
    pending: z.number().int(),
    sameDay: z.number().int(),
    inProgress: z.number().int(),
    completed: z.number().int(),
    estimates: z.number().int(),
    totalClients: z.number().int(),
    waitingForPickup: count('Of the completed ones, those that wait for the customer'),
    attention: count(
      'Texts, replies, answers not acted on, and late or quiet tickets that staff should look at',
    ),
  })
  .meta({ id: 'Overview' });
export type Overview = z.infer<typeof overviewSchema>;

/** How many repairs each filter of a list would leave. */
export const repairCountsSchema = z
  .object({
    byStatus: z.record(z.string(), z.number().int()).describe('Of the open ones, by status'),
    byTechnician: z
      .record(z.string(), z.number().int())
      .describe('Of the open ones, by technician id'),
    overdue: count('Promised for an earlier day, open, and not waiting for the customer'),
    dueToday: count('Open and promised for today'),
    dueThisWeek: count('Open and promised for today or one of the six days after it'),
    takenInToday: count('Taken in today, in any status'),
    sameDay: count('Open and to be done on the same day'),
    aboveApproved: count('As `price=above-approved` lists them'),
    waitingDays: z
      .record(z.enum(waitingDays), z.number().int())
      .describe('Ready for pickup for more than this many days'),
  })
  .meta({ id: 'RepairCounts' });
export type RepairCounts = z.infer<typeof repairCountsSchema>;

/** What a live event says; the browser fetches the rest. */
export const changeEntities = [
  'repair',
  'estimate',
  'client',
  'message',
  'shop',
  'settings',
  'closed-day',
] as const;
const changeSchema = z
  .object({
    revision: z.number().int(),
    entity: z.enum(changeEntities),
    id: z.string(),
    what: z
      .string()
      .describe(
        'What happened, e.g. created, deleted. A customer’s answer to an estimate is accepted or declined; one that staff recorded is recorded-accepted or recorded-declined',
      ),
    ticketNumber: z.string().nullable(),
  })
  .meta({ id: 'Change' });
export type Change = z.infer<typeof changeSchema>;
