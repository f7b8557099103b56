import type { FieldError } from '../../domain/problems.ts';
import type { CallProblemCode } from '../data/call.ts';
import type { NewRepair } from '../intake/intake-check.ts';
import type { IntakeFields } from '../intake/intake-fields.ts';

/** Why the server refused what was to be delivered. */
export interface Refusal {
  code: CallProblemCode;
  title: string;
  detail: string;
  errors: readonly FieldError[];
  /** The ticket that there is already, where that is the reason. */
  existing: string | null;
}

/** A repair that was taken in while the server could not be reached, with all that belongs to it. */
export interface OutboxEntry {
  /** Made with the form: sent twice, it is still one ticket. */
  repairId: string;
  /** Delivered in this order. */
  order: number;
  /** When staff pressed the button, ISO. */
  takenInAt: string;
  /** As it was typed, for mending it. */
  fields: IntakeFields;
  /** As it is sent. */
  repair: NewRepair;
  photo: Blob | null;
  /** Once the server has the ticket; then only the photo is still to be delivered. */
  ticketNumber: string | null;
  /** There is a printout with the provisional number. */
  isPrinted: boolean;
  /** It waits for staff, not for the server. */
  refusal: Refusal | null;
}

/** What became of an entry. Nothing in it says who the customer is: it outlives a logout. */
export interface Receipt {
  repairId: string;
  ticketNumber: string;
  /** ISO */
  deliveredAt: string;
  isPrinted: boolean;
  /** Why the customer was not told by text; null where they were, or are about to be. */
  smsFailure: string | null;
}

/** Without what is taken for one another, also in handwriting: 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B. */
const signs = '34679ABCDEFGHJKMNPQRSTVWXYZ';
const signCount = 5;

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
  for (let count = 0; count < signCount; count += 1) {
    number += signs.charAt(rest % signs.length);
    rest = Math.floor(rest / signs.length);
  }
  return `P-${number}`;
}
