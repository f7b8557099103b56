import { plain, text, type WordsOf } from './history-words.ts';

/**
 * A watch that comes back after its repair gets a ticket of its own at price 0, linked to the first one. The
 * reason is only a record and changes nothing; a ticket can have any number of come-backs. Shop decision
 * (docs/decisions/states.md, "Warranty").
 */
export const comeBackReasons = ['covered', 'shock', 'water', 'opened-elsewhere', 'other'] as const;
export type ComeBackReason = (typeof comeBackReasons)[number];

export const comeBackReasonLabels: Readonly<Record<ComeBackReason, string>> = {
  covered: 'Covered',
  shock: 'Shock',
  water: 'Water',
  'opened-elsewhere': 'Opened elsewhere',
  other: 'Other',
};

/** Come-backs in an export. */
export const comeBackTable = {
  about: 'Come-backs: of which ticket, and why',
  exported: ['comebackId', 'ticketNumber', 'ofTicketNumber', 'reason', 'createdAt'],
  fields: {},
} as const;

export interface ComeBack {
  /** The ticket that the watch came back from. */
  ofTicketNumber: string;
  reason: ComeBackReason;
}

export interface ComeBackEvents {
  /** On the ticket that the watch came back from. */
  'come-back-taken-in': { comeBackTicketNumber: string; reason: ComeBackReason };
}

/** @returns e.g. "Opened elsewhere"; null for an unknown reason */
const reasonText = (reason: unknown): string | null => {
  const known = comeBackReasons.find((each) => each === reason);
  return known === undefined ? null : comeBackReasonLabels[known];
};

/** The line in the new ticket's history. @returns null if it isn't a come-back */
export function comeBackText(comeBack: unknown): string | null {
  if (typeof comeBack !== 'object' || comeBack === null) return null;
  const { ofTicketNumber, reason }: { ofTicketNumber?: unknown; reason?: unknown } = comeBack;
  const of = text(ofTicketNumber);
  return of && [`Come-back of ${of}`, reasonText(reason)].filter(Boolean).join(': ');
}

export const comeBackWords: WordsOf<ComeBackEvents> = {
  'come-back-taken-in': ({ comeBackTicketNumber, reason }) =>
    plain(
      `Came back${text(comeBackTicketNumber) ? ` as ${comeBackTicketNumber}` : ''}`,
      reasonText(reason),
    ),
};
