import type { ClientChanges } from './api-answers.ts';
import type { AttentionReason } from './attention.ts';
import type { ClientDifference } from './client-matching.ts';
import type { ComeBack } from './come-backs.ts';
import type { FieldChanges } from './edits.ts';
import type { AnswerWay } from './estimate-answers.ts';
import type { CheckedLine } from './final-check.ts';
import type { PhotoKind } from './photos.ts';
import type { EstimateLine } from './price-lines.ts';
import type { ReplyMeaning } from './reply-meaning.ts';
import type { MessageKind } from './text-kinds.ts';
import type { TicketTableEvents } from './ticket-tables.ts';
import type { StoredWarranty } from './warranties.ts';
import type { WatchEvents } from './watches.ts';

/**
 * Every kind of event that is recorded about tickets, clients and the settings, with what it says. A kind
 * that is not in this list cannot be recorded, and each has its words
 * (web/parts/history/event-words.ts).
 */
export interface EventData extends TicketTableEvents, WatchEvents {
  'repair-created': Created & {
    isNewClient: boolean;
    clientChanges?: ClientChanges;
    unconfirmedChanges?: ClientDifference[];
    comeBack?: ComeBack;
  };
  'repair-imported': { status: string; externalId?: string; lostEstimate?: true };
  'repair-edited': FieldChanges;
  'repair-same-day': FieldChanges & { isSameDay: boolean };
  'repair-assigned': FieldChanges & { technician: string };
  'repair-reassigned': FieldChanges & { technician: string };
  'repair-assignment-undone': FieldChanges;
  'repair-moved': FieldChanges;
  'repair-started': FieldChanges;
  'repair-completed': FieldChanges & {
    outcome: 'approved' | 'declined';
    estimateId: string | null;
    whileWaiting?: true;
    /** If the shop had lines for it. */
    finalCheck?: CheckedLine[];
  } & Warranties;
  'repair-completion-undone': FieldChanges & UnsentText & Warranties;
  'repair-reopened': FieldChanges & UnsentText;
  'repair-completion-edited': FieldChanges;
  'repair-collected': FieldChanges & UnsentText & Warranties;
  'repair-pickup-reminded': { messageId: string; reminder: number };
  'repair-not-collected': FieldChanges & UnsentText & Warranties;
  'repair-deleted': FieldChanges & UnsentText;
  'repair-restored': FieldChanges;
  'repair-purged': FieldChanges;
  'photo-added': FieldChanges & { photo: PhotoKind };
  'estimate-sent': NewEstimate;
  'estimate-recorded': NewEstimate & { told: AnswerWay };
  'estimate-accepted': Answered;
  'estimate-declined': Answered;
  'estimate-reminded': FieldChanges & { estimateId: string; messageId: string };
  'estimate-expired': FieldChanges & { estimateId: string } & GoesOn;
  'estimate-deleted': FieldChanges & {
    estimateId: string;
    priceCents: number;
    status: string | null;
    lines?: readonly EstimateLine[];
  } & GoesOn;
  'estimate-holds-again': FieldChanges & { estimateId: string; priceCents: number | null };
  'client-created': Created;
  'client-imported': Created;
  'client-updated': FieldChanges;
  'client-deleted': FieldChanges;
  'client-restored': FieldChanges;
  'client-purged': FieldChanges;
  'text-sent': StaffText;
  'text-resent': StaffText;
  'text-received': {
    messageId: string;
    meaning: ReplyMeaning;
    attention: AttentionReason | null;
    /** How many came with it, if any did. */
    pictures?: number;
  };
  'picture-asked-for': FieldChanges & { messageId: string; position: number };
  'attention-handled': FieldChanges & { messageId: string; reason: AttentionReason };
  'attention-reopened': FieldChanges & { messageId: string; reason: AttentionReason };
  'settings-changed': FieldChanges;
  /** `backupAt`: ISO 8601, the moment that the backup shows. `formerShop`: the backup of the shop as it was. */
  'shop-restored': { backupAt: string; formerShop: string };
  'day-closed': Created;
}

interface Created {
  before: null;
  after: object;
}

interface Warranties {
  /** Warranties that began with the pickup or ended with its undo; left out if none. */
  warranties?: StoredWarranty[];
}

interface UnsentText {
  /** Of the text that was never sent; null if there was none. */
  messageId: string | null;
}

interface NewEstimate extends FieldChanges {
  estimateId: string;
  priceCents: number;
  /** The id of the one before. */
  replaced: string | null;
  /** The lines of its price, unless it is just an amount. */
  lines?: readonly EstimateLine[];
}

/** Of an estimate of more work that was not accepted. */
interface GoesOn {
  /** The price at which the repair continues. */
  goesOnCents?: number;
}

interface Answered extends FieldChanges, GoesOn {
  estimateId: string;
  by: 'customer' | 'staff' | AnswerWay;
  /** The name of the person who answered without a text, if it was asked for. */
  answeredBy?: string;
  messageId: string | null;
}

interface StaffText {
  messageId: string;
  text: MessageKind;
  resendOf?: string;
}

export type EventKind = keyof EventData;

/** Each of these kinds with its data. */
export type EventOf<Kind extends EventKind = EventKind> = {
  [One in Kind]: { kind: One; data: EventData[One] };
}[Kind];
