import type { Sending } from '../../../domain/api-sendings.ts';
import { dateText } from '../../../domain/calendar-date.ts';
import { lateness } from '../../../domain/part-state.ts';
import { outFor, sendingState } from '../../../domain/sent-out-state.ts';
import { DateTime } from '../time/date-time.tsx';

/** The wording for a watch that is sent out, on its ticket and in the shop's list. */

/** Whether the customer agreed, and when that was recorded. */
export const Permission = ({
  sending: { permittedAt, sentOn },
  show = 'dateTime',
}: {
  sending: Sending;
  show?: 'date' | 'dateTime';
}) =>
  permittedAt === null ? (
    <span className={sentOn === null ? 'text-soon' : undefined}>No permission recorded</span>
  ) : (
    <>
      Customer agreed <DateTime iso={permittedAt} show={show} />
    </>
  );

/** Its state: "Sent Nov 12, out for 12 days". @param today in the shop's time zone */
export function sentWords({ sentOn, receivedOn, ...dates }: Sending, today: string): string {
  const state = sendingState({ sentOn, receivedOn });
  const date = (day: string | null) => (day === null ? '' : dateText(day, today));
  if (state === 'back') return `Back ${date(receivedOn)}`;
  const expected = dates.expectedOn === null ? '' : ` · expected ${date(dates.expectedOn)}`;
  if (sentOn === null) return `Not sent yet${expected}`;
  const out = outFor(sentOn, today);
  return `Sent ${date(sentOn)}${out === null ? '' : `, out ${out}`}${expected}`;
}

/** @returns how late it is; null once it is back */
export const sendingLateness = (
  { expectedOn, receivedOn }: Sending,
  promisedOn: string | null,
  today: string,
) => (receivedOn === null ? lateness(expectedOn, promisedOn, today) : null);
