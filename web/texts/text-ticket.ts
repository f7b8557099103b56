import { call } from '../api/call.ts';

/** Texts a ticket's customer in the words of staff. */
export const textTicket = (ticketNumber: string, body: { messageId: string; body: string }) =>
  call('POST /api/repairs/{ticketNumber}/messages', { params: { ticketNumber }, body });
