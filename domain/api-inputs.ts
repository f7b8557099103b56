import { z } from 'zod';
import { type ClientFieldName, type CustomerDetails, clientExtras } from './client-fields.ts';
import { comeBackReasons } from './come-backs.ts';
import { answerWays, recordableAnswers } from './estimate-answers.ts';
import { estimateFields } from './estimate-fields.ts';
import { inputSchemas } from './field-checks.ts';
import { limits } from './field-list.ts';
import {
  emailPattern,
  estimateAmount,
  lookupText,
  objectOr,
  ofList,
  oneOf,
  optionalFlag,
  optionalPhone,
  optionalText,
  optionalUuid,
  requiredEmail,
  requiredPhone,
  requiredText,
  uuidField,
  wholeNumber,
} from './field-schemas.ts';
import { maxCheckLines } from './final-check.ts';
import { centsFromDollars } from './money.ts';
import { amountFault, paymentKinds, paymentMethods } from './payments.ts';
import { linesInput } from './price-line-schema.ts';
import { repairFields } from './repair-fields.ts';
import { longestHoldSeconds } from './text-hold.ts';
import { warrantyFields } from './warranties.ts';
import { maxWarranties, maxWarrantyDays } from './warranty-term.ts';

/** What people fill in: the bodies that the server and the forms check alike. */

/**
 * Only required, not shaped (specification, section 5, "New repair" and "New client"): a customer
 * without an email is taken in without an invented one. The screens give a hint.
 */
const anyEmail = requiredText({ label: 'Email', max: limits.email });

/** If the shop does not ask for one, it can be missing: an empty string is stored. */
const emailOrNone = optionalText({ label: 'Email', max: limits.email }).transform(
  (email) => email ?? '',
);

const sendAgainFlag = optionalFlag('again').describe(
  'Sends it even if the same text went out within the last two minutes',
);

const address = optionalText({ label: 'Address', max: limits.address, lines: true });

const extras = inputSchemas(clientExtras);

const customerInputs = <Email extends z.ZodType>(customerEmail: Email) =>
  ({
    customerName: requiredText({ label: 'Customer name', max: limits.name }),
    customerEmail,
    customerPhone: requiredPhone({ label: 'Phone' }),
    customerAddress: address,
    customerCompany: extras.company,
    customerLanguage: extras.language,
    customerNoTexts: extras.noTexts,
    customerAgreedToTexts: extras.agreedToTexts,
    customerPaysByStatement: extras.paysByStatement,
  }) satisfies Record<keyof CustomerDetails, z.ZodType>;

const comeBack = z
  .strictObject(
    {
      ofTicketNumber: requiredText({ label: 'ofTicketNumber', max: 40 }),
      reason: oneOf('reason', comeBackReasons),
    },
    objectOr('comeBack must be an object'),
  )
  .nullish()
  .describe(
    'The watch came back: from which ticket, and why. What is left of that ticket’s warranties continues with this one’s pickup',
  );
/** At most this many tickets are shown of a watch that was here before (api-watches.ts). */
export const maxSeenRepairs = 20;

const watchRule = 'sameWatchAs must be a list of ticket numbers';

export const sameWatchAs = z
  .array(requiredText({ label: 'A ticket number', max: 40 }), watchRule)
  .max(maxSeenRepairs, ofList(`sameWatchAs can have at most ${maxSeenRepairs} ticket numbers`))
  .describe(
    'If it is the same watch, its tickets that staff saw; empty if it is none of the watches with its serial',
  );

const newRepairWith = <Email extends z.ZodType<string>>(email: Email) =>
  z
    .strictObject({
      /** Made by the browser: names the photos and makes creation repeatable. */
      repairId: uuidField('repairId'),
      clientId: lookupText('clientId', 40)
        .nullish()
        .transform((id) => id || null),
      asNewClient: optionalFlag('asNewClient').describe(
        'Adds a new client even if a stored one has the email and the same name or phone, or, if the email is not an address, both name and phone; cannot be combined with clientId',
      ),
      confirmClientChanges: optionalFlag('confirmClientChanges').describe(
        'Confirms changing a stored client to what is typed. Without it, a client found by email stays as stored, and a chosen one (clientId) cannot get both a new name and a new phone or email',
      ),
      visitId: optionalUuid('visitId').describe(
        'The same for all watches that one customer leaves together: they are taken in without the usual 30 seconds between them',
      ),
      ...customerInputs(email),
      ...inputSchemas(repairFields),
      isSameDay: optionalFlag('Same day'),
      comeBack,
      sameWatchAs: sameWatchAs
        .nullish()
        .describe(
          'Answers right away whether the watch was here before, as answerWatch does. An answer that no longer fits is ignored: the question stays on the ticket',
        ),
    })
    .refine(({ clientId, asNewClient }) => clientId === null || !asNewClient, {
      path: ['asNewClient'],
      message: 'asNewClient cannot be combined with clientId',
    });

export const newRepairSchema = newRepairWith(anyEmail);
export const newRepairWithoutEmail = newRepairWith(emailOrNone);

const completionNotes = optionalText({
  label: 'Completion notes',
  max: limits.notes,
  lines: true,
});

const dayRule = `Days must be a whole number from 1 to ${maxWarrantyDays}`;
export const warrantyInputs = {
  ...inputSchemas(warrantyFields),
  days: wholeNumber(dayRule, 1, maxWarrantyDays),
};

const maxRule = `A ticket can have at most ${maxWarranties} warranties`;
/** The warranties that begin at a pickup. */
export const warrantiesInput = z
  .array(
    z.strictObject(
      {
        warrantyId: uuidField('warrantyId'),
        ...warrantyInputs,
      },
      objectOr('A warranty must be an object'),
    ),
    'warranties must be a list',
  )
  .max(maxWarranties, ofList(maxRule))
  .nullish()
  .describe(
    'All warranties that begin with this pickup, including those recorded before. If left out, only those',
  );

const photoOnlyGoes = 'completedPhotoUrl can only be null';

export const repairEditSchema = z
  .strictObject({
    isSameDay: z
      .boolean('Same day must be true or false')
      .describe(
        'When switched on, the date promised becomes today; when switched off, it goes back to what it was, unless it has been changed since. A date in the same request takes precedence',
      ),
    ...inputSchemas(repairFields),
    completionNotes,
    completedPhotoUrl: z
      .string(photoOnlyGoes)
      .refine((url) => url === '', photoOnlyGoes)
      .nullable()
      .transform(() => null)
      .describe('null removes the completion photo; putPhoto replaces it'),
  })
  .partial();

export const assignSchema = z.strictObject({
  technicianId: requiredText({
    label: 'Technician',
    max: 40,
    required: 'Please select a technician',
  }),
  /** For reassigning a repair: who has it, according to the screen of the person who presses. */
  fromTechnicianId: lookupText('fromTechnicianId', 40).nullish(),
});

const holdRange = `holdSeconds must be a whole number from 0 to ${longestHoldSeconds}`;

const finalCheck = z
  .array(
    z.strictObject(
      {
        line: requiredText({ label: 'A line of the final check', max: limits.checkLine }),
        isChecked: z.boolean('isChecked must be true or false'),
      },
      objectOr('A line of the final check must be an object'),
    ),
    'Final check must be a list of lines',
  )
  .max(maxCheckLines, ofList(`The final check can have at most ${maxCheckLines} lines`))
  .nullish()
  .describe(
    'The shop’s lines as staff saw them; if left out, they are stored as not checked. Only if the outcome is approved',
  );

export const completeSchema = z.strictObject({
  notes: completionNotes,
  outcome: z.enum(['approved', 'declined'], 'outcome must be approved or declined'),
  holdSeconds: wholeNumber(holdRange, 0, longestHoldSeconds)
    .optional()
    .describe('How long the completion can be undone, 0 by default; its text is sent after that'),
  finalCheck,
});

export const goOnSchema = z.strictObject({
  /** The estimate that the user has seen, so that no other price takes effect. */
  estimateId: requiredText({ label: 'estimateId', max: 40 }),
});

export const collectSchema = z.strictObject({
  /** Left out: the client. */
  by: optionalText({ label: 'Picked up by', max: limits.name }),
  note: optionalText({ label: 'Note', max: limits.notes, lines: true }),
});

export const moveSchema = z.strictObject({
  place: requiredText({ label: 'Place', max: limits.place })
    .nullable()
    .describe('One of the shop’s places, or the one that the watch was moved from; null for none'),
  /** So that when two people move the same watch, the second one sees what the first did. */
  seenPlace: lookupText('seenPlace', limits.place)
    .nullable()
    .describe('The place the caller saw, null for none; refused if it has been moved since'),
});

export const undoCollectSchema = z.strictObject({
  collectedAt: z.iso
    .datetime('collectedAt must be the time of the pickup, as the ticket has it')
    .describe('The time of the pickup that was seen; a later pickup is not undone'),
});

const estimateInputs = {
  /** Made by the browser when the dialog opens: the same id is the same estimate. */
  estimateId: optionalUuid('estimateId'),
  repairId: requiredText({ label: 'repairId', max: 40 }),
  amount: estimateAmount,
  work: inputSchemas(estimateFields).work,
  notes: inputSchemas(estimateFields).notes,
  lines: linesInput,
  replacesAccepted: lookupText('replacesAccepted', 40)
    .nullish()
    .describe(
      'The accepted estimate that the caller has seen and is replacing, null for none; refused if a different one applies by then. If left out, the one that applies when the request arrives',
    ),
};

export const newEstimateSchema = z.strictObject({ ...estimateInputs, again: sendAgainFlag });

const wayRule = `must be ${answerWays.slice(0, -1).join(', ')} or ${answerWays.at(-1)}`;

export const recordedEstimateSchema = z
  .strictObject({
    ...estimateInputs,
    told: z
      .enum(answerWays, `told ${wayRule}`)
      .describe('How the customer was told; `counter` is in person'),
    answer: z
      .enum(recordableAnswers, 'answer must be accepted or declined, or null')
      .nullish()
      .transform((answer) => answer ?? null)
      .describe('What the customer answered at once; null while the estimate is open'),
    answeredBy: optionalText({ label: 'Answered by', max: limits.name }),
  })
  .refine(({ answer, answeredBy }) => answer !== null || answeredBy === null, {
    path: ['answeredBy'],
    message: 'answeredBy needs an answer',
  });

const paymentAmount = z
  .number({
    error: ({ input }) =>
      input === undefined || input === null
        ? 'Please enter an amount'
        : 'Please enter a valid amount',
  })
  .check((context) => {
    const message = amountFault(context.value);
    if (message !== null) context.issues.push({ code: 'custom', message, input: context.value });
  });

/** Below 0 for a refund due, as in a ticket's answer. */
const balanceRule = 'seenBalance must be an amount in dollars with at most 2 decimals, or null';
export const seenBalanceSchema = z
  .number(balanceRule)
  .refine((dollars) => centsFromDollars(Math.abs(dollars)) !== null, balanceRule)
  .nullable();

export const newPaymentSchema = z.strictObject({
  /** Made by the browser when the dialog opens: the same id is the same payment. */
  paymentId: uuidField('paymentId'),
  kind: z.enum(paymentKinds, 'kind must be deposit, payment or refund'),
  method: z.enum(paymentMethods, 'method must be cash, card, check or other'),
  amount: paymentAmount.describe('Dollars, more than 0, at most 2 decimals'),
  note: optionalText({ label: 'Note', max: limits.paymentNote }),
  seenBalance: seenBalanceSchema
    .optional()
    .describe(
      'The ticket’s balance that the amount was based on, null if it had none. If it has changed, refused with 412, the current balance, the ticket and its payments. Without it nothing is compared',
    ),
});

export const voidPaymentSchema = z.strictObject({
  reason: requiredText({
    label: 'Reason',
    max: limits.paymentNote,
    required: 'Please enter a reason',
  }),
});

export const newClientSchema = z.strictObject({
  name: requiredText({ label: 'Name', max: limits.name }),
  email: anyEmail,
  phone: optionalPhone({ label: 'Phone' }),
  address,
  ...extras,
} satisfies Record<ClientFieldName, z.ZodType>);

export const newClientWithoutEmail = newClientSchema.extend({ email: emailOrNone });

export const clientFieldsMissing = 'Please fill in all required fields (Name, Email, Phone)';

export const clientEditSchema = z.strictObject({
  name: requiredText({ label: 'Name', max: limits.name, required: clientFieldsMissing }),
  email: requiredEmail({ label: 'Email', required: clientFieldsMissing }),
  phone: requiredPhone({ label: 'Phone', required: clientFieldsMissing }),
  /** If left out, these stay as they are. */
  address: address.optional(),
  company: extras.company.optional(),
  language: extras.language.optional(),
  noTexts: extras.noTexts.optional(),
  agreedToTexts: extras.agreedToTexts.optional(),
  paysByStatement: extras.paysByStatement.optional(),
} satisfies Record<ClientFieldName, z.ZodType>);

export const clientEditWithoutEmail = clientEditSchema.extend({
  email: emailOrNone.refine(
    (email) => email === '' || emailPattern.test(email),
    'Please enter a valid email address',
  ),
});

export const newTextSchema = z.strictObject({
  /** Made by the browser when the text is begun: makes it safe to send again. */
  messageId: uuidField('messageId'),
  body: requiredText({ label: 'Text', max: limits.manualText, lines: true }),
  answers: optionalUuid('answers').describe(
    'The id of the customer’s text that it answers: refused if staff have already answered that one. Null sends it in any case',
  ),
});

export const recordedReplySchema = z.strictObject({
  answer: z.enum(recordableAnswers, 'answer must be accepted or declined'),
  /** If the phone has several estimates: the ticket that is meant. By default the text's own. */
  ticketNumber: lookupText('ticketNumber', 40).nullish(),
});

export const estimateAnswerSchema = z.strictObject({
  answer: z.enum(recordableAnswers, 'answer must be accepted or declined'),
  by: z.enum(answerWays, `by ${wayRule}`),
  /**
   * When the answer that the caller saw was given; null for none. If there is another by now, the request is
   * refused.
   */
  seenAnswerAt: z.iso.datetime('seenAnswerAt must be a time in UTC').nullish(),
});

export const undoHandledSchema = z.strictObject({
  handledAt: z.iso
    .datetime('handledAt must be the time at which it was handled, as the text has it')
    .describe(
      'When the case that is reopened was handled; if it was handled again later, nothing changes',
    ),
});

export const smsFunctionSchema = z.strictObject({
  phoneNumber: requiredPhone({ label: 'phoneNumber' }),
  message: requiredText({ label: 'message', max: limits.textBody, lines: true }),
});

export const completionFunctionSchema = z.strictObject({
  /** Made by the caller: the same id is the same text. */
  messageId: optionalUuid('messageId'),
  clientName: optionalText({ label: 'clientName', max: limits.name }),
  clientPhone: requiredPhone({ label: 'clientPhone' }),
  clientEmail: optionalText({ label: 'clientEmail', max: limits.email }),
  clientAddress: optionalText({ label: 'clientAddress', max: limits.address, lines: true }),
  ticketNumber: requiredText({ label: 'ticketNumber', max: 40 }),
  watchBrand: requiredText({ label: 'Watch brand', max: limits.watch }),
  watchModel: requiredText({ label: 'Watch model', max: limits.watch }),
  again: sendAgainFlag,
});
