import type { WordsOf } from './history-words.ts';
import { type PaymentEvents, paymentWords } from './payment-table.ts';

/** The history of the tables whose rows belong to one ticket. */

/** What is recorded of them, by kind of event. */
export interface TicketTableEvents extends PaymentEvents {}

export const ticketTableWords: WordsOf<TicketTableEvents> = { ...paymentWords };
