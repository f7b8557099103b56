import type { Repair } from '../../domain/api-answers.ts';

/** A repair's fields, as those who change some of them need them together. */

/** The columns of a ticket that nothing has been done with yet. */
export const untouched = {
  status: 'pending',
  initial_photo_url: null,
  completed_photo_url: null,
  completed_at: null,
  completion_notes: null,
  assigned_to: null,
  assigned_watchmaker: null,
  sms_sent: 0,
  deleted_at: null,
} as const;

/** What changes with the work on a ticket. */
export function pickWork({ status, assignedTo, assignedWatchmaker, completionNotes }: Repair) {
  return { status, assignedTo, assignedWatchmaker, completionNotes };
}
