import { describe, expect, it } from 'vitest';
import { eventReader } from './event-stream.ts';

describe('eventReader', () => {
  it('gives an event when its empty line has arrived', () => {
    const read = eventReader();
    expect(read('id: 7\nevent: change\ndata: {"revision":7}\n')).toEqual([]);
    expect(read('\n')).toEqual([{ id: '7', name: 'change', data: '{"revision":7}' }]);
  });

  it('does not care where the pieces are cut', () => {
    const text = 'id: 1\r\ndata: a\r\ndata: b\r\n\r\n: still here\n\ndata:c\n\n';
    const whole = eventReader()(text);
    const read = eventReader();
    expect([...text].flatMap((character) => read(character))).toEqual(whole);
    expect(whole).toEqual([
      { id: '1', name: 'message', data: 'a\nb' },
      { id: '1', name: 'message', data: 'c' },
    ]);
  });

  it('leaves out comments, unknown fields and events without data', () => {
    expect(eventReader()(': hello\nretry: 10\nevent: change\n\n')).toEqual([]);
  });

  it('forgets the name of the event before', () => {
    expect(eventReader()('event: reset\ndata: x\n\ndata: y\n\n').map(({ name }) => name)).toEqual([
      'reset',
      'message',
    ]);
  });
});
