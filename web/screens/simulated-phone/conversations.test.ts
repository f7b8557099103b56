import { describe, expect, it } from 'vitest';
import type { Message } from '../../../domain/api-answers.ts';
import { conversationsFrom } from './conversations.ts';

const message = (id: string, phone: string, ticketNumber: string | null) =>
  ({ id, phone, ticketNumber }) as Message;

describe('conversationsFrom', () => {
  it('puts each number’s texts together, oldest first, the number with the newest text first', () => {
    const conversations = conversationsFrom([
      message('4', '+12125550102', 'WH000002AAA'),
      message('3', '+12125550101', null),
      message('2', '+12125550102', 'WH000001AAA'),
      message('1', '+12125550102', 'WH000001AAA'),
    ]);
    expect(conversations.map(({ phone }) => phone)).toEqual(['+12125550102', '+12125550101']);
    expect(conversations[0]?.messages.map(({ id }) => id)).toEqual(['1', '2', '4']);
    expect(conversations[0]?.latest.id).toBe('4');
    expect(conversations[0]?.ticketNumbers).toEqual(['WH000002AAA', 'WH000001AAA']);
    expect(conversations[1]?.ticketNumbers).toEqual([]);
  });

  it('is empty without texts', () => {
    expect(conversationsFrom([])).toEqual([]);
  });
});
