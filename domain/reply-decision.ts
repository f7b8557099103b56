import type { ReplyAttention } from './attention.ts';
import type { ReplyReading } from './reply-meaning.ts';
import type { AutomaticKind } from './text-kinds.ts';
import type { ShopText } from './texts.ts';

/**
 * What follows from a customer's text: what changes, what is texted back, what staff are notified of.
 * Source: specification, section 1 and section 4 ("Estimate states"); shop decision on replies.
 */

/**
 * The state of an estimate when an answer comes. Staff have not acted on `accepted` and `declined`;
 * `work-started` was accepted, `returned` declined and completed, or more work that was declined; `closed` was
 * replaced or deleted.
 */
export type EstimateAnswerState =
  | 'open'
  | 'accepted'
  | 'declined'
  | 'work-started'
  | 'returned'
  | 'expired'
  | 'closed';

export interface AnswerableEstimate {
  readonly estimateId: string;
  readonly ticketNumber: string;
  /** Brand and model. */
  readonly watch: string;
  /** Whole cents. */
  readonly priceCents: number;
  readonly state: EstimateAnswerState;
  /** For more work: the price at which the repair continues if this is declined, in whole cents. */
  readonly goesOnCents?: number | null;
}

export interface ReplySituation {
  /** Before this text. */
  readonly optedOut: boolean;
  /** Whether the phone belongs to a customer. */
  readonly knownPhone: boolean;
  /** This phone's estimates, newest first. */
  readonly estimates: readonly AnswerableEstimate[];
  /** The ticket that the shop last texted the phone about, or its customer's newest; null when none. */
  readonly lastTicket: string | null;
  /** For a text with pictures, the phone's only open ticket; null if it has none or several. */
  readonly onlyOpenTicket: string | null;
  /** Pictures that came with the text. */
  readonly mediaCount: number;
  /** Tickets with an estimate texted to the phone that may or may not have gone out. */
  readonly unresolved: readonly string[];
  /** Tickets of the phone's owner with an open estimate that was given without a text, newest first. */
  readonly told: readonly string[];
}

/** The texts that are sent back automatically. */
type AutomaticReply = Extract<ShopText, { kind: AutomaticKind }>;

type ReplyAction =
  | { readonly kind: 'apply-accept' | 'apply-decline'; readonly estimateId: string }
  | { readonly kind: 'set-opt-out' | 'clear-opt-out' | 'none' };

export interface ReplyDecision {
  readonly action: ReplyAction;
  readonly reply: AutomaticReply | null;
  readonly attention: ReplyAttention | null;
  /** The ticket to show the text on; null when the phone has none. */
  readonly about: string | null;
}

type Outcome = Omit<ReplyDecision, 'about'>;
type Answer = 'ACCEPT' | 'DECLINE';

const silent: Outcome = { action: { kind: 'none' }, reply: null, attention: null };
const flagged: Outcome = { ...silent, attention: 'unclear' };
const notOpen: Outcome = { ...flagged, reply: { kind: 'not-open' } };
const ranOut: Outcome = { ...notOpen, attention: 'expired' };

const answerOfState: Partial<Record<EstimateAnswerState, Answer>> = {
  accepted: 'ACCEPT',
  'work-started': 'ACCEPT',
  declined: 'DECLINE',
  returned: 'DECLINE',
};

const isOpen = (estimate: AnswerableEstimate) => estimate.state === 'open';
const isUnacted = ({ state }: AnswerableEstimate) => state === 'accepted' || state === 'declined';

/** A newer estimate of a ticket ends the older one, unless that is still marked as open. */
function withoutSuperseded(estimates: readonly AnswerableEstimate[]): AnswerableEstimate[] {
  return estimates.filter(
    (estimate, index) =>
      isOpen(estimate) ||
      estimates.findIndex((other) => other.ticketNumber === estimate.ticketNumber) === index,
  );
}

/** What a text says about an estimate. */
function contentsOf({ ticketNumber, watch, priceCents }: AnswerableEstimate) {
  return { ticketNumber, watch, priceCents };
}

const goesOn = ({ goesOnCents }: AnswerableEstimate) => (goesOnCents ? { goesOnCents } : {});

/** Asks again for an answer that can be applied, if an estimate is open. Staff read it all the same. */
function askAgain(open: readonly AnswerableEstimate[], otherwise: Outcome): Outcome {
  const [only, ...others] = open;
  if (only === undefined) return otherwise;
  return others.length === 0
    ? { ...flagged, reply: { kind: 'clarify', ...contentsOf(only) } }
    : { ...flagged, reply: { kind: 'which', estimates: open.map(contentsOf) } };
}

function answerOne(answer: Answer, estimate: AnswerableEstimate): Outcome {
  if (estimate.state === 'closed') return notOpen;
  if (estimate.state === 'expired') return ranOut;
  if (answerOfState[estimate.state] === answer) return silent;
  if (!isOpen(estimate) && !isUnacted(estimate)) {
    return {
      ...silent,
      reply: { kind: 'call-us', ...contentsOf(estimate) },
      attention: 'moved-on',
    };
  }
  const isAccept = answer === 'ACCEPT';
  return {
    action: {
      kind: isAccept ? 'apply-accept' : 'apply-decline',
      estimateId: estimate.estimateId,
    },
    reply: isAccept
      ? { kind: 'confirm-accept', ...contentsOf(estimate) }
      : { kind: 'confirm-decline', ...contentsOf(estimate), ...goesOn(estimate) },
    attention: isOpen(estimate) ? null : 'changed-mind',
  };
}

/**
 * An answer that names no ticket when nothing is open belongs to the newest estimate. If an older
 * one still awaits staff, an answer that would change either is left to staff.
 */
function answerAfterwards(answer: Answer, estimates: readonly AnswerableEstimate[]): Outcome {
  const [newest] = estimates;
  if (newest === undefined) return notOpen;
  const others = estimates.filter(isUnacted).filter((estimate) => estimate !== newest);
  if ([newest, ...others].every(({ state }) => answerOfState[state] === answer)) return silent;
  return others.length === 0 ? answerOne(answer, newest) : notOpen;
}

function answerNamed(
  answer: Answer,
  ticketNumbers: readonly string[],
  estimates: readonly AnswerableEstimate[],
): Outcome {
  const open = estimates.filter(isOpen);
  const named = estimates.filter((estimate) => ticketNumbers.includes(estimate.ticketNumber));
  const [target, ...others] = named;
  if (target === undefined || others.length > 0 || ticketNumbers.length > 1) {
    return askAgain(open, notOpen);
  }
  // "No estimate is waiting" would be untrue while another one is.
  if (target.state === 'closed') return askAgain(open, notOpen);
  if (target.state === 'expired') return { ...askAgain(open, notOpen), attention: 'expired' };
  return answerOne(answer, target);
}

/**
 * An answer is applied only if there is no doubt which estimate it is for: a named ticket of
 * this phone, in any state; else the only open one; else the newest, see {@link answerAfterwards}.
 */
function decideAnswer(
  answer: Answer,
  ticketNumbers: readonly string[],
  estimates: readonly AnswerableEstimate[],
): Outcome {
  if (ticketNumbers.length > 0) return answerNamed(answer, ticketNumbers, estimates);
  const open = estimates.filter(isOpen);
  const [only, ...others] = open;
  if (only === undefined) return answerAfterwards(answer, estimates);
  return others.length === 0 ? answerOne(answer, only) : askAgain(open, flagged);
}

/** Nothing may be texted to a phone that opted out: anything that needed a text needs a call. */
function withoutText(outcome: Outcome): Outcome {
  const isQuiet = outcome.action.kind === 'none' && outcome.reply === null;
  return isQuiet ? outcome : { ...outcome, reply: null, attention: 'answered-while-opted-out' };
}

function decideOutcome(
  reading: ReplyReading,
  situation: ReplySituation,
  estimates: readonly AnswerableEstimate[],
): Outcome {
  const open = estimates.filter(isOpen);
  const isKnown = situation.knownPhone || estimates.length > 0;
  const unknown: Outcome = { ...flagged, reply: { kind: 'unknown-number' } };
  const asksWithOneOpen = open.length === 1 ? askAgain(open, flagged) : null;

  switch (reading.meaning) {
    case 'STOP':
    case 'OPT_OUT_REQUEST':
      return { ...silent, action: { kind: 'set-opt-out' }, attention: 'opted-out' };
    case 'START': {
      // A customer who says YES most likely thinks that the work is authorized.
      const toYes = open.length === 0 ? silent : (asksWithOneOpen ?? flagged);
      return { ...(reading.isYes ? toYes : silent), action: { kind: 'clear-opt-out' } };
    }
    case 'HELP':
    case 'REACTION':
    case 'AUTO_REPLY':
      return silent;
    case 'EMPTY':
      if (situation.mediaCount === 0) return silent;
      return {
        ...(situation.optedOut ? flagged : (asksWithOneOpen ?? flagged)),
        attention: 'sent-photo',
      };
    case 'UNCLEAR':
      if (situation.optedOut) return flagged;
      return isKnown ? askAgain(open, flagged) : unknown;
    case 'ACCEPT':
    case 'DECLINE': {
      const outcome = isKnown
        ? decideAnswer(reading.meaning, reading.ticketNumbers, estimates)
        : unknown;
      return situation.optedOut ? withoutText(outcome) : outcome;
    }
  }
}

/**
 * The ticket whose estimate a clear answer must be meant for, although nobody knows yet whether that estimate
 * went out: the named ticket, else the only one. Null if the answer may be about another open estimate, or
 * about an earlier one of the ticket that the customer is answering again.
 */
function awaitedTicket(
  { meaning, ticketNumbers }: ReplyReading,
  { unresolved, told }: ReplySituation,
  estimates: readonly AnswerableEstimate[],
): string | null {
  if (meaning !== 'ACCEPT' && meaning !== 'DECLINE') return null;
  const isNamed = ticketNumbers.length > 0;
  const [only, ...others] = isNamed ? ticketNumbers : unresolved;
  if (only === undefined || others.length > 0 || !unresolved.includes(only)) return null;
  if (!isNamed && told.length > 0) return null;
  const isOther = estimates.some((one) =>
    one.ticketNumber === only ? isOpen(one) || isUnacted(one) : !isNamed && isOpen(one),
  );
  return isOther ? null : only;
}

/**
 * While nobody knows whether an estimate went out, or one that was given without a text is open, a text may
 * be about that estimate unless it names another ticket: no answer is applied and nothing untrue is said.
 */
function unlessInDoubt(
  outcome: Outcome,
  { meaning, ticketNumbers }: ReplyReading,
  { unresolved, told }: ReplySituation,
): Outcome {
  const isAnswer = meaning === 'ACCEPT' || meaning === 'DECLINE';
  const mayMean = (tickets: readonly string[]) =>
    tickets.length > 0 &&
    (ticketNumbers.length === 0 || ticketNumbers.some((each) => tickets.includes(each)));
  if (!mayMean([...unresolved, ...told]) || !(isAnswer || outcome.reply !== null)) return outcome;
  if (isAnswer && mayMean(told)) return { ...silent, attention: 'answered-by-text' };
  const action = 'estimateId' in outcome.action ? silent.action : outcome.action;
  // These would say that the answer counted, or came after staff acted.
  const isUntrue = outcome.attention === 'changed-mind' || outcome.attention === 'moved-on';
  const attention = isUntrue ? 'unclear' : (outcome.attention ?? 'unclear');
  return { action, reply: null, attention };
}

/**
 * The ticket that the text changes or names, is answered about, or may be about; for a picture, the only open
 * one; else the last one texted about.
 */
function ticketOf(
  { action, reply, attention }: Outcome,
  reading: ReplyReading,
  { lastTicket, onlyOpenTicket, mediaCount, unresolved, told }: ReplySituation,
  estimates: readonly AnswerableEstimate[],
): string | null {
  if (attention === 'answered-by-text') {
    return reading.ticketNumbers.find((each) => told.includes(each)) ?? told[0] ?? null;
  }
  const answered = 'estimateId' in action ? action.estimateId : null;
  const shown =
    estimates.find(({ estimateId }) => estimateId === answered) ??
    estimates.find(({ ticketNumber }) => reading.ticketNumbers.includes(ticketNumber)) ??
    (reply !== null && 'ticketNumber' in reply ? reply : undefined) ??
    estimates.find(isOpen);
  const pictured = mediaCount > 0 ? onlyOpenTicket : null;
  return (
    shown?.ticketNumber ??
    unresolved[0] ??
    pictured ??
    lastTicket ??
    estimates[0]?.ticketNumber ??
    null
  );
}

/**
 * Decides on a customer's text.
 *
 * @param reading what the text means
 * @param situation the state of the phone and its estimates at this moment; of several estimates of one
 *   ticket the newest counts
 * @returns the one change to make, the text to send back (still subject to
 *   {@link mayReplyAutomatically}), the alert for staff, and the ticket that the text belongs to.
 *   Work is never ordered or canceled on an estimate that staff have acted on, nor when it is in
 *   doubt which estimate is meant
 */
export function decideReply(reading: ReplyReading, situation: ReplySituation): ReplyDecision {
  const estimates = withoutSuperseded(situation.estimates);
  const awaited = awaitedTicket(reading, situation, estimates);
  if (awaited !== null) {
    return { ...silent, attention: 'answered-while-unsettled', about: awaited };
  }
  const decided = decideOutcome(reading, situation, estimates);
  const outcome = unlessInDoubt(decided, reading, situation);
  return { ...outcome, about: ticketOf(outcome, reading, situation, estimates) };
}

interface SentReply {
  readonly kind: AutomaticReply['kind'];
  /** Milliseconds since 1970. */
  readonly sentAt: number;
}

const hour = 60 * 60 * 1000;
const maxRepliesInAnHour = 3;

/** Sent only once within this time: staff see every text that got one of these. */
const onceWithin: Partial<Record<AutomaticReply['kind'], number>> = {
  clarify: hour,
  which: hour,
  'unknown-number': 24 * hour,
};

/**
 * Whether an automatic text may go to a phone now. Two machines must not answer each other forever: at most
 * three in an hour, each question about what was meant once an hour, and "we cannot match this number"
 * once in 24 hours.
 *
 * @param kind the text that would go
 * @param earlier the automatic texts of at least the last 24 hours to this phone, in any order
 * @param now milliseconds since 1970
 */
export function mayReplyAutomatically(
  kind: AutomaticReply['kind'],
  earlier: readonly SentReply[],
  now: number,
): boolean {
  const within = (span: number) => earlier.filter(({ sentAt }) => now - sentAt < span);
  if (within(hour).length >= maxRepliesInAnHour) return false;
  const span = onceWithin[kind];
  return span === undefined || !within(span).some((sent) => sent.kind === kind);
}
