import type { TicketSource } from '../../../domain/printed-ticket.ts';
import type { FieldError } from '../../../domain/problems.ts';
import type { CallProblem, CallProblemCode } from '../call.ts';
import type { NewRepair } from '../intake/intake-check.ts';
import type { IntakeFields } from '../intake/intake-fields.ts';

/** Why the server refused what was to be delivered. */
export interface Refusal {
  code: CallProblemCode;
  title: string;
  detail: string;
  errors: readonly FieldError[];
  /** The ticket that there is already, if that is the reason. */
  existing: string | null;
}

/** A repair that was taken in while the server could not be reached, with all that belongs to it. */
export interface OutboxEntry {
  /** Made with the form: sent twice, it is still one ticket. */
  repairId: string;
  order: number;
  /** When staff pressed the button, ISO. */
  takenInAt: string;
  /** Who was at the computer then; null for no one. */
  initials: string | null;
  /** As it was typed, for correcting it. */
  fields: IntakeFields;
  /** As it is sent. */
  repair: NewRepair;
  photo: Blob | null;
  /** Once the server has the ticket; then only the photo is still to be delivered. */
  ticketNumber: string | null;
  /** A ticket with the provisional number was printed. */
  isPrinted: boolean;
  /** It waits for staff, not for the server. */
  refusal: Refusal | null;
}

/** What became of an entry. Nothing in it says who the customer is: it outlives a logout. */
export interface DeliveryReceipt {
  repairId: string;
  ticketNumber: string;
  /** ISO */
  deliveredAt: string;
  isPrinted: boolean;
  /** Why the customer was not texted; null if they were, or are about to be. */
  smsFailure: string | null;
}

/**
 * Of characters that are mistaken for each other, in print or handwriting, at most one: neither 0 nor O,
 * none of 1, I and L, but Z without 2, S without 5, B without 8 and V without U.
 */
const characters = '34679ABCDEFGHJKMNPQRSTVWXYZ';
const numberLength = 5;

/**
 * The number under which a repair is known until the server has given it one. It follows from the
 * repair's id, so that it is the same on every screen and paper; and it looks like no ticket's number.
 *
 * @returns e.g. "P-7K3QX"
 */
export function provisionalNumber(repairId: string): string {
  // 48 bits of the id, which a number holds exactly.
  let rest = Number.parseInt(repairId.replaceAll('-', '').slice(0, 12), 16);
  let number = '';
  for (let count = 0; count < numberLength; count += 1) {
    number += characters.charAt(rest % characters.length);
    rest = Math.floor(rest / characters.length);
  }
  return `P-${number}`;
}

export function waitingTicket(repair: NewRepair, takenInAt: string): TicketSource {
  return {
    ...repair,
    id: repair.repairId,
    ticketNumber: provisionalNumber(repair.repairId),
    assignedWatchmaker: null,
    createdAt: takenInAt,
    isProvisional: true,
  };
}

/**
 * What a failed delivery means for what waits.
 * - `away`: no server with the shop's data answered; everything waits, longer each time
 * - `barred`: something in between refused: this one, or all (another network's login page)
 * - `wait`: the server said when to come back; every ticket waits, so that the order stays
 * - `login`: a user has to log in first
 * - `mistake`: the server failed on this one; the others go on
 * - `refused`: sending the same again would be refused again; staff have to look
 */
export type Verdict =
  | { kind: 'away' }
  | { kind: 'login' }
  | { kind: 'wait'; afterMs: number }
  | { kind: 'barred' | 'mistake' | 'refused'; refusal: Refusal };

/** If a refusal says "too soon" and not by how much. In seconds. */
const usualWaitSeconds = 30;

type Failure = Pick<
  CallProblem,
  'code' | 'status' | 'title' | 'detail' | 'errors' | 'retryAfterSeconds' | 'document'
>;

function isAnswer(error: unknown): error is Failure {
  return error instanceof Error && 'status' in error && 'code' in error;
}

export function refusalOf({ code, title, detail, errors, document }: Failure): Refusal {
  const { ticketNumber } = document;
  return {
    code,
    title,
    detail,
    errors,
    existing: typeof ticketNumber === 'string' ? ticketNumber : null,
  };
}

/** @param error what a call threw: a CallProblem, or anything else if no answer could be read */
export function judgeFailure(error: unknown): Verdict {
  if (!isAnswer(error)) return { kind: 'away' };
  const { code, status, retryAfterSeconds } = error;
  if (code === 'not-logged-in') return { kind: 'login' };
  const seconds = retryAfterSeconds || (status === 429 ? usualWaitSeconds : 0);
  if (seconds > 0 && (status === 429 || status >= 500)) {
    return { kind: 'wait', afterMs: seconds * 1_000 };
  }
  if (status === 0 || status === 408) return { kind: 'away' };
  if (code === 'unreadable-answer') {
    // From 500 on, it is a proxy in front of a server that is down.
    const isRefusal = status >= 400 && status < 500;
    return isRefusal ? { kind: 'barred', refusal: refusalOf(error) } : { kind: 'away' };
  }
  if (status === 500) return { kind: 'mistake', refusal: refusalOf(error) };
  if (status > 500) return { kind: 'away' };
  return { kind: 'refused', refusal: refusalOf(error) };
}

/** Whether a repair that could not be sent is to be kept here: no one refused it. */
export function isWorthKeeping(error: unknown): boolean {
  const { kind } = judgeFailure(error);
  if (kind === 'away' || kind === 'barred' || kind === 'mistake') return true;
  return kind === 'wait' && isAnswer(error) && error.status >= 500;
}

const firstPauseMs = 2_000;
const longestPauseMs = 60_000;

/** How long to wait after this many tries in a row that nobody answered. */
export function pauseMs(failures: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** Math.max(0, failures - 1));
}
