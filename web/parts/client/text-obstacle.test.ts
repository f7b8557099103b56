import { describe, expect, it } from 'vitest';
import type { Message, TicketEvent } from '../../../domain/api-answers.ts';
import { textObstacle, wasNotTexted } from './text-obstacle.ts';

const customerPhone = '(212) 555-0101';
const sent = (changes: Partial<Message>) =>
  ({
    direction: 'outbound',
    phone: '+12125550101',
    state: 'delivered',
    advice: null,
    createdAt: '2026-03-02T10:00:00.000Z',
    ...changes,
  }) as Message;
const landline = sent({
  state: 'undelivered',
  advice: 'Landline, or can’t get texts. Call the customer.',
});

describe('what keeps a text from the customer', () => {
  it('is a number without ten digits, none at all, STOP, or a landline', () => {
    const reach = (phone: string, optedOutAt: string | null = null, messages: Message[] = []) =>
      textObstacle({ customerPhone: phone, optedOutAt }, messages, undefined);
    expect(reach('555')).toBe(
      'This number has 3 digits. Enter all ten, with the area code, to send texts.',
    );
    expect(reach('')).toBe('The customer has no phone number.');
    expect(reach(customerPhone, '2026-03-01T10:00:00.000Z')).toBe('The customer replied STOP.');
    expect(reach(customerPhone, null, [landline])).toBe(landline.advice);
  });

  it('is first of all that the shop doesn’t text the customer', () => {
    const withheld = 'The customer asked not to be texted.';
    expect(textObstacle({ customerPhone: '', optedOutAt: null }, [], withheld)).toBe(withheld);
  });

  it('is nothing if a text may arrive', () => {
    const of = { customerPhone, optedOutAt: null };
    const reach = (messages: Message[]) => textObstacle(of, messages, undefined);
    expect(reach([])).toBeUndefined();
    expect(reach([sent({}), landline])).toBeUndefined();
    expect(reach([{ ...landline, phone: '+12125550102' }])).toBeUndefined();
    expect(reach([{ ...landline, advice: 'Not delivered; call the customer.' }])).toBeUndefined();
  });
});

describe('a customer who was not texted', () => {
  const at = '2026-03-02T10:00:00.000Z';
  const completed = (data: TicketEvent['data']) =>
    [{ kind: 'repair-completed', at, data }] as TicketEvent[];
  const events = completed({});
  const wasNot = (messages: Message[], status = 'completed') =>
    wasNotTexted({ status, collectedAt: null }, { messages, events });

  it('is one without a text since the completion', () => {
    expect(wasNot([])).toBe(true);
    expect(wasNot([landline])).toBe(true);
    expect(wasNot([sent({ createdAt: '2026-03-02T09:59:59.999Z' })])).toBe(true);
    expect(wasNot([sent({ direction: 'inbound' })])).toBe(true);
  });

  it('is not one with a text on its way, nor one for whom nothing was completed here', () => {
    expect(wasNot([sent({ state: 'sending' }), landline])).toBe(false);
    expect(wasNot([], 'assigned')).toBe(false);
    const done = { status: 'completed', collectedAt: null };
    expect(wasNotTexted(done, { messages: [], events: [] })).toBe(false);
  });

  it('is not one who waited for the watch, unless the hand-over was undone', () => {
    const of = { messages: [], events: completed({ whileWaiting: true }) };
    expect(wasNotTexted({ status: 'completed', collectedAt: at }, of)).toBe(false);
    expect(wasNotTexted({ status: 'completed', collectedAt: null }, of)).toBe(true);
  });
});
