import { Problem } from '../../domain/problems.ts';
import { isOpen } from '../../domain/repair-status.ts';
import { resendRefusalText } from '../../domain/text-delivery.ts';
import { isoTime } from '../base/clock.ts';
import type { Deps } from '../ports/deps.ts';
import { lockTicket } from '../repairs/store.ts';
import { prepareStaffText, sendableTo, shopText, textSubject } from './sending.ts';
import { finish, type Sent } from './staff-texts.ts';
import { newestOfKind } from './store.ts';

/**
 * Sends the text about a watch that was dropped off if none could be sent at intake, e.g. because the number
 * was wrong. Once for each ticket: one that failed is sent again as any other is.
 *
 * @param reference ticket number or repair id
 * @throws Problem repair-not-found, text-not-resendable, client-phone-missing, phone-not-textable,
 *   phone-opted-out, texts-not-wanted, texts-not-agreed
 */
export async function sendDropOffText(deps: Deps, reference: string): Promise<Sent> {
  const { database, clock } = deps;
  const recorded = await database.transact(async (tx) => {
    const repair = await lockTicket(tx, reference);
    const { ticketNumber, customerLanguage } = repair;
    const earlier = await newestOfKind(tx, ticketNumber, 'created');
    if (earlier) return { earlier };
    if (!isOpen(repair.status)) {
      throw new Problem('text-not-resendable', { detail: resendRefusalText('out-of-date') });
    }
    const phone = await sendableTo(tx, repair);
    const subject = { kind: 'created', ...textSubject(repair) } as const;
    const body = await shopText(tx, subject, customerLanguage);
    const message = { kind: 'created', ticketNumber, phone, body } as const;
    return { text: await prepareStaffText(tx, message, isoTime(clock())) };
  });
  return finish(deps, recorded);
}
