import { attentionReasonOf } from '../../domain/attention.ts';
import { changedFields } from '../../domain/changed-fields.ts';
import { Problem } from '../../domain/problems.ts';
import { type Clock, isoTime } from '../clock.ts';
import { record } from '../database/changes/record.ts';
import type { Database } from '../database/database.ts';
import { lockTickets } from '../repairs/lock.ts';
import { closeCase } from './attention-store.ts';
import { messageRow } from './store.ts';

export type AttentionActions = ReturnType<typeof attentionActions>;

/** What staff do about the cases that need attention. */
export function attentionActions({ database, clock }: { database: Database; clock: Clock }) {
  return {
    /**
     * Takes a case off the list. One that has left it, by hand or by itself, is left alone.
     *
     * @param id of the text in question
     * @throws Problem message-not-found when the text is none, or never was a case
     */
    async handle(id: string): Promise<void> {
      const at = isoTime(clock());
      await database.transact(async (tx) => {
        const message = await messageRow(tx, id);
        const reason = message ? attentionReasonOf(message) : null;
        const wasCase = message?.attention_handled_at != null || message?.attention != null;
        if (!message || (reason === null && !wasCase)) throw new Problem('message-not-found');
        const { ticket_number: ticketNumber } = message;
        await lockTickets(tx, database.dialect, [ticketNumber]);
        if (reason === null || !(await closeCase(tx, id, at))) return;
        await record(tx, database.dialect, {
          at,
          events:
            ticketNumber === null
              ? []
              : [
                  {
                    kind: 'attention-handled',
                    actor: 'staff',
                    ticketNumber,
                    data: {
                      messageId: id,
                      reason,
                      ...changedFields({ handledAt: null }, { handledAt: at }),
                    },
                  },
                ],
          changes: [{ entity: 'message', id, what: 'handled', ticketNumber }],
        });
      });
    },
  };
}
