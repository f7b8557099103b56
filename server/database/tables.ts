import type { Generated, Kysely } from 'kysely';
import type { Change } from '../../domain/api-answers.ts';
import type { ClientColumns } from '../../domain/client-fields.ts';
import type { ComeBackReason } from '../../domain/come-backs.ts';
import type { AnswerWay, EstimateStatus, ResponseStatus } from '../../domain/estimate-answers.ts';
import type { EstimateColumns } from '../../domain/estimate-fields.ts';
import type { Before } from '../../domain/further-work.ts';
import type { MeasurementColumns, MeasurementKind, Stage } from '../../domain/measurements.ts';
import type { NoteColumns, NoteKind } from '../../domain/notes.ts';
import type { PartColumns } from '../../domain/parts.ts';
import type { PaymentKind, PaymentMethod } from '../../domain/payments.ts';
import type { RepairColumns } from '../../domain/repair-fields.ts';
import type { SendingColumns } from '../../domain/sendings.ts';
import type { MessageKind } from '../../domain/text-kinds.ts';
import type { PictureState } from '../../domain/text-pictures.ts';
import type { TicketPhotoColumns, TicketPhotoKind } from '../../domain/ticket-photos.ts';
import type { WarrantyColumns } from '../../domain/warranties.ts';

/** Every table, as stored: text ids, ISO 8601 UTC times as text, whole cents, flags as 0 or 1. */

export interface ClientsTable extends ClientColumns {
  id: string;
  /** The email in lower case, for finding it. */
  email_key: string;
  /** What identifies the phone when it is looked up, texted, or texts back (`phoneKey` in domain/phone.ts). */
  phone_key: string;
  search_text: string;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  /** Since when it can't be restored; what is left is for the client's tickets. */
  purged_at: string | null;
}

export interface RepairTicketsTable extends RepairColumns {
  id: string;
  /** UUID made by the browser: names the photos and makes creation safe to repeat. */
  repair_id: string;
  ticket_number: string;
  client_id: string;
  /** Of the phone given at intake, for the duplicate and spacing rules: the client's may change. */
  phone_key: string;
  /** One of ours, or what another program stored. */
  status: string;
  /** UUID made by the browser: tickets that one customer left together share it. */
  visit_id: string | null;
  /** The watch, as staff answered; null while no one has. */
  watch_id: string | null;
  /** The ticket on which staff answered: this one, or the one whose answer joined it. */
  watch_answer_of: string | null;
  /** The keys that its watch is found by (domain/serial-key.ts), of case and movement; null without a serial. */
  case_key: string | null;
  movement_key: string | null;
  is_same_day: number;
  /** The first date that was promised; `expected_on` is the current one. */
  first_expected_on: string | null;
  initial_photo_url: string | null;
  completed_photo_url: string | null;
  completed_at: string | null;
  completion_notes: string | null;
  /** Completed because its estimate was declined. */
  is_unrepaired: number;
  /** Whether it counts as collected, even if nobody knows when. */
  is_handed_out: number;
  collected_at: string | null;
  collected_by: string | null;
  collected_note: string | null;
  claim_check_seen: number;
  id_seen: number;
  /** The carrier, if it was shipped instead of collected. */
  shipped_by: string | null;
  tracking_number: string | null;
  insured_cents: number | null;
  /** UUID made by the browser: what left together shares it, and a repeated request finds it. */
  hand_over_id: string | null;
  /** How many of its pickup reminders have been sent or skipped. */
  pickup_reminders: number;
  /** Until when its completion can be undone; the text to the customer waits until then. */
  held_until: string | null;
  assigned_to: string | null;
  assigned_watchmaker: string | null;
  /** Where the watch is: what the shop called the place when it was put there. */
  place: string | null;
  /** Whether any text about the ticket was accepted for sending. */
  sms_sent: number;
  /** Deposits and payments less refunds, written with every row of payments. */
  paid_cents: number;
  /** The tax in its repair price, settled when it is completed; null before that. */
  tax_thousandths: number | null;
  tax_cents: number | null;
  search_text: string;
  /** JSON (server/repairs/client-at-intake.ts): what taking it in changed on its client; null for nothing. */
  client_at_intake: string | null;
  /** JSON (server/repairs/undo-state.ts): what its last assignment to a technician replaced; null for nothing. */
  last_assignment: string | null;
  /** JSON: what switching same-day on changed; null if it is not switched on. */
  same_day_switch: string | null;
  created_at: string;
  updated_at: string;
  /** Deleted, and can be restored: gone everywhere else, and its estimates with it. */
  deleted_at: string | null;
}

export interface EstimatesTable extends EstimateColumns {
  id: string;
  /** The ticket number. */
  repair_id: string;
  customer_name: string;
  customer_phone: string;
  /** The number that was texted, as +1 and ten digits: an answer is matched by it. Empty if none was. */
  texted_phone: string;
  /** How the customer was given it, if not by text. */
  told: AnswerWay | null;
  status: EstimateStatus;
  response_status: ResponseStatus;
  sent_at: string;
  accepted_at: string | null;
  declined_at: string | null;
  customer_reply: string | null;
  responded_at: string | null;
  /** Who answered it without a text; null if nobody wrote that down. */
  answered_by: string | null;
  /** When a newer estimate for the same ticket took its place. */
  replaced_at: string | null;
  /** The lines of its price, as JSON; null for just an amount. */
  lines: string | null;
  /** For more work: the accepted estimate that applies again unless this one is accepted, */
  further_to: string | null;
  /** and the ticket's status then. */
  further_status: Before['status'] | null;
  /** The tax in its price when it was given: thousandths of a percent, and cents. */
  tax_thousandths: number;
  tax_cents: number;
  /** The text that carried it; if none did, the id by which a browser may ask for it again. */
  message_id: string;
  expired_at: string | null;
  /** When its one reminder was recorded: set in the transaction that records the text. */
  reminded_at: string | null;
  created_at: string;
}

export interface PaymentsTable {
  /** UUID made by the browser: makes taking a payment safe to repeat. */
  id: string;
  ticket_number: string;
  kind: PaymentKind;
  method: PaymentMethod;
  /** More than 0, for a refund too. */
  amount_cents: number;
  /** What it adds to the tax paid; below 0 for a refund. */
  tax_cents: number;
  /** The rate of that tax; null if none. */
  tax_thousandths: number | null;
  note: string | null;
  at: string;
  /** The public id of the session in which it was taken; null if none was. */
  session: string | null;
  initials: string | null;
  voided_at: string | null;
  void_reason: string | null;
  /** The date of the closing that counted it; null if there was none yet, or it came later. */
  closed_day: string | null;
}

/** A day's sums when it was closed; nothing changes them. */
export interface ClosedDaysTable {
  /** The date, as 2026-11-23. */
  day: string;
  /** UUID made by the browser: makes closing a day safe to repeat. */
  id: string;
  closed_at: string;
  float_cents: number;
  counted_cents: number;
  note: string | null;
  /** How many there were, not counting voided ones. */
  payments: number;
  cash_cents: number;
  card_cents: number;
  check_cents: number;
  other_cents: number;
  deposit_cents: number;
  refund_cents: number;
  tax_cents: number;
  voided_cents: number;
  cash_in_cents: number;
  cash_out_cents: number;
  session: string | null;
  initials: string | null;
}

/** Every completion of every ticket. At most one completion of a ticket has not ended. */
export interface CompletionsTable {
  ticket_number: string;
  /** 1 for the first of its ticket. */
  nth: number;
  completed_at: string;
  outcome: 'approved' | 'declined';
  /** Who had the watch, and that technician's name at the time; null if nobody had it. */
  technician_id: string | null;
  technician_name: string | null;
  /** The session and the initials of the person who completed it; null if nobody knows. */
  session: string | null;
  initials: string | null;
  undone_at: string | null;
  /** If nobody said when, the latest moment at which it can have happened. */
  reopened_at: string | null;
  /** The ticket's `updated_at` with which the completion can be undone: if it differs, something else has changed. */
  ticket_as_of: string | null;
  /** JSON (server/repairs/completion-store.ts): what an undo brings back; null if there is none. */
  brings_back: string | null;
  /** JSON: what is left of it on the ticket once it has ended. */
  left_behind: string | null;
  /** JSON: the boxes of the shop's final check; null if it had none. */
  final_check: string | null;
}

export interface PartsTable extends PartColumns {
  /** UUID made by the browser: makes adding a part safe to repeat. */
  id: string;
  ticket_number: string;
  /** The supplier without accents and in lower case, which the list is ordered by; empty for none. */
  supplier_key: string;
  created_at: string;
  updated_at: string;
}

export interface NotesTable extends NoteColumns {
  /** UUID made by the browser: makes adding a note safe to repeat. */
  id: string;
  ticket_number: string;
  kind: NoteKind;
  /** When it was written, which may be before it arrived. */
  at: string;
  /** The public id of the session in which it was written; null if none was. */
  session: string | null;
  initials: string | null;
}

export interface MeasurementsTable extends MeasurementColumns {
  /** UUID made by the browser: makes adding a measurement safe to repeat. */
  id: string;
  ticket_number: string;
  kind: MeasurementKind;
  stage: Stage;
  /** The caliber without accents and in lowercase, for lookups; empty for none. */
  caliber_key: string;
  lift_tenths: number | null;
  /** JSON: the values, as typed (domain/measurement-schema.ts). */
  measured: string;
  created_at: string;
  updated_at: string;
}

export interface SendingsTable extends SendingColumns {
  /** UUID made by the browser: makes adding a sending safe to repeat. */
  id: string;
  ticket_number: string;
  /** When the customer's permission was recorded; null without it. */
  permitted_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface WarrantiesTable extends WarrantyColumns {
  /** UUID made by the browser, or by the server if it continues another one. */
  id: string;
  ticket_number: string;
  days: number;
  days_used: number;
  /** The date of the pickup, and the last date under warranty; null before it. */
  from_on: string | null;
  until_on: string | null;
  /** The warranty that this one continues, since the watch came back. */
  continues: string | null;
  created_at: string;
  updated_at: string;
}

export interface SignaturesTable {
  /** UUID made by the browser: makes signing safe to repeat. */
  id: string;
  ticket_number: string;
  /** Canonical JSON: the claim check that was signed (domain/claim-check.ts). */
  content: string;
  /** Of the content. */
  sha256: string;
  /** The name of the stored file. */
  picture: string | null;
  created_at: string;
  /** The public id of the session in which it was signed; null if unknown. */
  session: string | null;
  initials: string | null;
}

export interface ComebacksTable {
  id: string;
  ticket_number: string;
  /** The ticket that the watch came back from, which may be deleted by now. */
  of_ticket_number: string;
  reason: ComeBackReason;
  created_at: string;
}

/** Each has tickets, which say what it is and whose. */
export interface WatchesTable {
  id: string;
  created_at: string;
}

export interface MessagesTable {
  id: string;
  direction: 'outbound' | 'inbound';
  kind: MessageKind;
  ticket_number: string | null;
  phone: string;
  body: string;
  state: string;
  provider_sid: string | null;
  error_code: string | null;
  /**
   * As JSON, what depends on the text being sent: an estimate that is stored only then. For a text in the
   * words of staff: who wrote it.
   */
  intent: string | null;
  /** What an inbound text was read as. */
  meaning: string | null;
  /** Why staff should look at it; a text that did not arrive needs no reason here. */
  attention: string | null;
  attention_handled_at: string | null;
  resend_of: string | null;
  /** The id by which a browser may ask for the same text again. */
  request_id: string | null;
  media_count: number;
  created_at: string;
  updated_at: string;
  /** The provider's account that sent or received it; null for the simulated phone's, and older ones. */
  account: string | null;
}

/** The photos of tickets other than the initial and the completion photo. */
export interface PhotosTable extends TicketPhotoColumns {
  /** UUID made by the browser: makes adding a photo safe to repeat. */
  id: string;
  ticket_number: string;
  kind: TicketPhotoKind;
  /** The name of the stored file. */
  picture: string;
  /** When it was taken. */
  created_at: string;
  updated_at: string;
}

/** Pictures that came with customers' texts, by their position among those of a text. */
export interface TextPicturesTable {
  message_id: string;
  position: number;
  /** Its text's. */
  ticket_number: string | null;
  /** 0 or 1: whether that was the phone's only open ticket, so that it is among the ticket's photos. */
  is_on_ticket: number;
  state: PictureState;
  /** The provider's id; null until the provider has been asked for it. */
  media_sid: string | null;
  /** The name of the stored file; null until there is one. */
  picture: string | null;
  tries: number;
  /** When it came, or staff last asked for it. */
  asked_at: string;
  /** It is not fetched before this; whoever fetches it moves the time ahead. Null if it is not to be fetched. */
  next_try_at: string | null;
  created_at: string;
}

/** Repairs that were deleted for good: their ids stay taken. */
export interface PurgedRepairsTable {
  repair_id: string;
}

export interface PhonesTable {
  /** +1 and ten digits. */
  phone: string;
  opted_out_at: string | null;
}

export interface EventsTable {
  /** Counts up: the order in which things happened, even if the clock was wrong. */
  id: Generated<number>;
  at: string;
  kind: string;
  actor: 'staff' | 'customer' | 'system';
  ticket_number: string | null;
  repair_id: string | null;
  client_id: string | null;
  /** JSON: what it was about; what changed as `before` and `after`, by field. */
  data: string;
  /** The public id of the session in which staff did it; null for others and for what is older. */
  session: string | null;
  /** The initials that staff had chosen at that computer; null if none were. */
  initials: string | null;
}

export interface ChangesTable {
  revision: Generated<number>;
  at: string;
  entity: Change['entity'];
  entity_id: string;
  what: string;
  ticket_number: string | null;
}

export interface SessionsTable {
  token_hash: string;
  created_at: string;
  last_seen_at: string;
  /** The browser that it was opened with, e.g. "Chrome on Windows"; empty if it was not recorded. */
  device: Generated<string>;
}

export interface LoginFailuresTable {
  id: string;
  at: string;
  /** Or the known device, as `device` and its nonce: its failures are counted separately. */
  address: string;
}

export interface SettingsTable {
  key: string;
  value: string;
}

/** An account for real texts that was set up in the browser. */
export interface TextingAccountsTable {
  id: string;
  account_sid: string;
  /** A number of the shop's, or the SID of a messaging service. */
  sender: string;
  public_url: string;
  set_at: string;
  /** null for the one in force. */
  replaced_at: string | null;
  session: string | null;
  initials: string | null;
}

/** The token of such an account, sealed (server/base/secrets.ts). In no backup and no export. */
export interface TextingTokensTable {
  account_sid: string;
  sealed: string;
  set_at: string;
  session: string | null;
  initials: string | null;
}

/** The names that technicians have today, beside the shop's settings, for tickets to find in one query. */
export interface TechniciansTable {
  id: string;
  name: string;
}

export interface ImportsTable {
  /** Made by the browser: the same import asked for again is done once. */
  id: string;
  report: string;
  created_at: string;
}

/** One row, kept by triggers. */
export interface ShopCountsTable {
  id: 1;
  /** Those that are not deleted. */
  clients: number;
  /** JSON: how many repairs are done and not deleted, by technician; '' is for none. */
  done: string;
  /** Of those that are done, how many wait to be picked up. */
  waiting: number;
}

export interface Tables {
  clients: ClientsTable;
  repair_tickets: RepairTicketsTable;
  estimates: EstimatesTable;
  payments: PaymentsTable;
  closed_days: ClosedDaysTable;
  completions: CompletionsTable;
  purged_repairs: PurgedRepairsTable;
  parts: PartsTable;
  notes: NotesTable;
  measurements: MeasurementsTable;
  sendings: SendingsTable;
  photos: PhotosTable;
  signatures: SignaturesTable;
  warranties: WarrantiesTable;
  comebacks: ComebacksTable;
  watches: WatchesTable;
  messages: MessagesTable;
  text_pictures: TextPicturesTable;
  phones: PhonesTable;
  events: EventsTable;
  changes: ChangesTable;
  sessions: SessionsTable;
  login_failures: LoginFailuresTable;
  settings: SettingsTable;
  texting_accounts: TextingAccountsTable;
  texting_tokens: TextingTokensTable;
  technicians: TechniciansTable;
  imports: ImportsTable;
  shop_counts: ShopCountsTable;
}

/** What a store works on: a transaction, or the database's connection for reading. */
export type Handle = Kysely<Tables>;
