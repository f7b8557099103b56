import type { Books } from './books.ts';
import { dayMs, iso, storesPresent } from './books.ts';

/** What belongs to a ticket besides its estimates and texts: parts, sendings, warranties, photos, measurements. */

interface About {
  number: string;
  createdAt: number;
  isKnownWatch: boolean;
}

/** @returns the calendar date */
const dateOf = (at: number) => iso(at).slice(0, 10);

/** Five photos and two measurements for each visit of the known watch, and a share for the others. */
export function putBenchRows(books: Books, about: About): void {
  const { happens, put, newId } = books;
  const { number, createdAt: at, isKnownWatch } = about;
  const row = () => ({
    id: newId(at),
    ticket_number: number,
    created_at: iso(at),
    updated_at: iso(at),
  });
  const isBack = at + 20 * dayMs < storesPresent;
  const photos = isKnownWatch ? 5 : Number(happens(0.3)) * 2;
  for (let nth = 1; nth <= photos; nth += 1) {
    put('photos', at, { ...row(), kind: 'intake', picture: `${number}_extra_${nth}.jpg` });
  }
  if (isKnownWatch) {
    for (const stage of ['before', 'after'] as const) {
      const positions = { CH: { rate: 4, amplitude: 280, beatError: 0.2 } };
      const timing = { liftAngle: 52, beatsPerHour: 28_800, positions };
      put('measurements', at, {
        ...{ ...row(), kind: 'timing', stage, measured_on: dateOf(at) },
        ...{ caliber: 'Cal. 3135', caliber_key: 'cal. 3135', lift_tenths: 520 },
        measured: JSON.stringify({ timing, quartz: null, pressure: null }),
      });
    }
  }
  if (happens(0.15)) {
    put('parts', at, {
      ...{ ...row(), description: 'Mainspring', supplier: 'Otto Frei', supplier_key: 'otto frei' },
      ...{ ordered_on: dateOf(at), expected_on: dateOf(at + 10 * dayMs) },
      received_on: isBack ? dateOf(at + 10 * dayMs) : null,
    });
  }
  if (happens(0.05)) {
    put('sendings', at, {
      ...{ ...row(), sent_to: 'Kirk Dial', sent_on: dateOf(at) },
      ...{
        expected_on: dateOf(at + 15 * dayMs),
        received_on: isBack ? dateOf(at + 15 * dayMs) : null,
      },
    });
  }
  if (isKnownWatch || happens(0.4)) {
    put('warranties', at, {
      ...{ ...row(), what: 'Full service', days: 365, days_used: 0 },
      ...(isBack && { from_on: dateOf(at + 20 * dayMs), until_on: dateOf(at + 385 * dayMs) }),
    });
  }
}
