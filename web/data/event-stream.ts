/** Reads server-sent events from a stream of text. Source: WHATWG HTML, "Server-sent events". */

export interface StreamEvent {
  /** The event's name; "message" when it has none. */
  name: string;
  data: string;
  /** The last id that the stream has given so far; empty when none. */
  id: string;
}

/** @returns a function that takes the stream's next piece, cut anywhere, and returns the events that are complete */
export function eventReader(): (piece: string) => StreamEvent[] {
  let rest = '';
  let name = '';
  let data: string[] = [];
  let id = '';

  function take(line: string): StreamEvent | null {
    if (line === '') {
      const event = { name: name || 'message', data: data.join('\n'), id };
      const isEmpty = data.length === 0;
      name = '';
      data = [];
      return isEmpty ? null : event;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id') id = value;
    return null;
  }

  return (piece) => {
    rest += piece;
    const events: StreamEvent[] = [];
    for (;;) {
      const end = /\r\n|\n|\r(?!$)/.exec(rest);
      if (end === null) return events;
      const event = take(rest.slice(0, end.index));
      rest = rest.slice(end.index + end[0].length);
      if (event !== null) events.push(event);
    }
  };
}
