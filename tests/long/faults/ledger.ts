import type { Input } from '../../../domain/api.ts';

/** What clients were told is done, and what they got no answer about. */

export interface Count {
  acknowledged: number;
  /** Never answered: done or not, but never twice. */
  doubtful: number;
}

export interface IntakeRecord {
  body: Input<'createRepair', 'body'>;
  /** The number that it was first answered with. */
  ticketNumber: string | null;
  clientId: string | null;
  /** 'doubtful' when the deletion was not answered. */
  deleted: 'no' | 'doubtful' | 'yes';
}

export class Ledger {
  acknowledged = 0;
  /** By ticket and event: how many must be in the event log, and how many more may be. */
  readonly expected = new Map<string, Count>();
  readonly intakes = new Map<string, IntakeRecord>();
  /** By estimate id: what was answered. */
  readonly estimates = new Map<string, { ticketNumber: string; amount: number }>();
  /** By ticket and kind: the last photo that was acknowledged; no longer certain once a later one is in doubt. */
  readonly photos = new Map<string, { url: string; isCertain: boolean }>();
  /** By the provider's id: texts from customers, and whether the shop said that it has them. */
  readonly replies = new Map<string, { phone: string; isAcknowledged: boolean }>();
  readonly sessions = new Map<string, 'alive' | 'ended' | 'doubtful'>();
  /** Answers that no rule of the shop explains. */
  readonly surprises: string[] = [];

  /** Requests that the shop itself did not answer. */
  unanswered = 0;

  /** Records that an event must be (or may be) in the log of its subject. */
  note(event: string, subject: string, outcome: keyof Count): void {
    if (outcome === 'acknowledged') this.acknowledged += 1;
    const key = `${subject} ${event}`;
    const known = this.expected.get(key) ?? { acknowledged: 0, doubtful: 0 };
    known[outcome] += 1;
    this.expected.set(key, known);
  }
}
