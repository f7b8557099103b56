import { shownMessage } from '../conversations/store.ts';
import type { Database } from '../database/database.ts';
import type { Http } from '../http/operations.ts';
import type { BookingActions } from './actions.ts';

export function bookingRoutes(
  http: Http,
  { database, bookings }: { database: Database; bookings: BookingActions },
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
