import type { Message } from '../../../domain/api-answers.ts';

export interface Conversation {
  /** The phone's number: each phone has one conversation. */
  id: string;
  phone: string;
  /** Oldest first. */
  messages: Message[];
  latest: Message;
  /** The tickets that it was about, the latest first. */
  ticketNumbers: string[];
}

/** @param messages newest first, as the server lists them; one that is held has not come yet */
export function conversationsFrom(messages: readonly Message[]): Conversation[] {
  const byPhone = new Map<string, Message[]>();
  for (const message of messages) {
    if (message.state === 'held') continue;
    const ofPhone = byPhone.get(message.phone);
    if (ofPhone) ofPhone.push(message);
    else byPhone.set(message.phone, [message]);
  }
  return [...byPhone].flatMap(([phone, ofPhone]) => {
    const [latest] = ofPhone;
    if (latest === undefined) return [];
    const named = ofPhone.map(({ ticketNumber }) => ticketNumber);
    const ticketNumbers = [...new Set(named)].filter((number) => number !== null);
    return [{ id: phone, phone, messages: ofPhone.toReversed(), latest, ticketNumbers }];
  });
}
