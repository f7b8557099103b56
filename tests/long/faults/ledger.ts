import type { Input } from '../../../domain/api.ts';

/** What clients were told is done, and what they were told nothing about. */

export const changeKinds = [
  'intake',
  'photo',
  'estimate',
  'reply',
  'assign',
  'start',
  'complete',
  'delete',
  'login',
  'logout',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

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
  readonly totals = new Map<ChangeKind, Count>(
    changeKinds.map((kind) => [kind, { acknowledged: 0, doubtful: 0 }]),
  );
  /** By ticket and event: so many at least must be in the event log, and so many at most. */
  readonly expected = new Map<string, Count>();
  readonly intakes = new Map<string, IntakeRecord>();
  /** By estimate id: what was answered. */
  readonly estimates = new Map<string, { ticketNumber: string; amount: number }>();
  /** By ticket and kind: the photo that was answered last; several once a later one is in doubt. */
  readonly photos = new Map<string, { url: string; isCertain: boolean }>();
  /** By the provider's id: texts of customers, and whether the shop said that it has them. */
  readonly replies = new Map<string, { phone: string; isAcknowledged: boolean }>();
  readonly sessions = new Map<string, 'alive' | 'ended' | 'doubtful'>();
  /** Answers that no rule of the shop explains. */
  readonly surprises: string[] = [];

  /** Requests that the shop itself did not answer. */
  unanswered = 0;

  count(kind: ChangeKind, outcome: keyof Count): void {
    const total = this.totals.get(kind);
    if (total) total[outcome] += 1;
  }

  /** Writes down that an event must be (or may be) in the log of its subject. */
  note(kind: ChangeKind, event: string, subject: string, outcome: keyof Count): void {
    this.count(kind, outcome);
    const key = `${subject} ${event}`;
    const known = this.expected.get(key) ?? { acknowledged: 0, doubtful: 0 };
    known[outcome] += 1;
    this.expected.set(key, known);
  }

  get acknowledged(): number {
    return [...this.totals.values()].reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  }
}
