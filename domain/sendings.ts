import type { FieldChanges } from './edits.ts';
import { fieldLines } from './field-lines.ts';
import { type FieldColumns, type FieldValues, fieldNames } from './field-list.ts';
import { plain, type StoredData, text, type WordsOf, withText } from './history-words.ts';

/**
 * A watch sent to a manufacturer or a specialist: to be sent, out, or back. It isn't a status, no one is
 * texted, and a ticket has at most one open at a time. Shop decision (docs/decisions/states.md).
 */
export const sendingFields = {
  sentTo: { column: 'sent_to', label: 'Sent to', kind: 'line', limit: 'sentTo', isRequired: true },
  reference: {
    column: 'reference',
    label: 'Their reference',
    kind: 'line',
    limit: 'theirReference',
    isRequired: false,
  },
  work: {
    column: 'work',
    label: 'What to do',
    kind: 'text',
    limit: 'issue',
    isRequired: false,
    description: 'Printed on the packing slip',
  },
  carrier: {
    column: 'carrier',
    label: 'Carrier',
    kind: 'line',
    limit: 'carrier',
    isRequired: false,
  },
  trackingNumber: {
    column: 'tracking_number',
    label: 'Tracking number',
    kind: 'line',
    limit: 'trackingNumber',
    isRequired: false,
  },
  insuredValue: {
    column: 'insured_cents',
    label: 'Insured value',
    kind: 'price',
    isRequired: false,
  },
  cost: { column: 'cost_cents', label: 'Cost', kind: 'price', isRequired: false },
  sentOn: { column: 'sent_on', label: 'Date sent', kind: 'date', isRequired: false },
  expectedOn: { column: 'expected_on', label: 'Date expected', kind: 'date', isRequired: false },
  receivedOn: { column: 'received_on', label: 'Date received', kind: 'date', isRequired: false },
  hasPermission: {
    column: 'has_permission',
    label: 'Customer’s permission',
    kind: 'flag',
    isRequired: false,
  },
} as const;

export type SendingValues = FieldValues<typeof sendingFields>;
export type SendingColumns = FieldColumns<typeof sendingFields>;

/** As in an export. */
export const sendingTable = {
  about: 'Watches sent out to manufacturers and specialists',
  exported: [
    'sendingId',
    'ticketNumber',
    ...fieldNames(sendingFields),
    'permittedAt',
    'createdAt',
    'updatedAt',
  ],
  fields: sendingFields,
} as const;

interface OfSending {
  sendingId: string;
  /** To whom, after the event. */
  sentTo: string;
}

export interface SendingEvents {
  'sending-added': OfSending & { before: null; after: SendingValues };
  'sending-changed': OfSending & FieldChanges;
  'sending-removed': OfSending & { before: SendingValues; after: null };
}

const lines = (data: StoredData<FieldChanges>) => fieldLines(sendingFields, 'sentTo', data);

const dateIn = (values: unknown, name: 'sentOn' | 'receivedOn') =>
  typeof values === 'object' && values !== null
    ? text((values as Partial<Record<typeof name, unknown>>)[name])
    : null;

export const sendingWords: WordsOf<SendingEvents> = {
  'sending-added': (data) => {
    const words = dateIn(data.after, 'sentOn') === null ? 'To be sent to' : 'Sent out to';
    return plain(withText(words, data.sentTo), ...lines(data));
  },
  'sending-changed': (data) => {
    const words =
      (dateIn(data.after, 'receivedOn') !== null && 'Back from') ||
      (dateIn(data.after, 'sentOn') !== null && 'Sent out to') ||
      'Sent-out details changed:';
    return plain(withText(words, data.sentTo), ...lines(data));
  },
  'sending-removed': ({ sentTo }) => plain(withText('Sent-out record removed:', sentTo)),
};
