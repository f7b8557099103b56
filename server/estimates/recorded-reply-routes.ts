import type { Database } from '../database/database.ts';
import type { Http } from '../http/operations.ts';
import { shownMessage } from '../texts/conversation-store.ts';
import type { RecordedReplyActions } from './recorded-replies.ts';

export function recordedReplyRoutes(
  http: Http,
  { database, bookings }: { database: Database; bookings: RecordedReplyActions },
): void {
  http.handle(
    'answerEstimate',
    async ({ params, body }) => await bookings.bookHeard(params.id, body.answer, body.by),
  );

  http.handle('bookReply', async ({ params, body }) => {
    const booked = await bookings.book(params.id, body.answer, body.ticketNumber || null);
    return { ...booked, message: await shownMessage(database.read, params.id) };
  });
}
