/** What answers have told so far, for asking about things that are there. */

/** Found at the moment of sending, by a number that was drawn before. */
export type Recalled = (memory: Memory) => unknown;

/** The newest: what was made long ago has been deleted since. */
const mostKept = 30;

export class Memory {
  readonly #known = new Map<string, string[]>();

  learn(kind: string, value: string): void {
    const known = this.#known.get(kind) ?? [];
    this.#known.set(kind, known);
    if (known.includes(value)) return;
    known.push(value);
    if (known.length > mostKept) known.shift();
  }

  /** Learns every text of an answer under its field's name, and ids also by what was asked for. */
  learnFrom(answer: unknown, noun: string): void {
    if (Array.isArray(answer)) for (const item of answer) this.learnFrom(item, noun);
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return;
    for (const [key, value] of Object.entries(answer)) {
      if (typeof value !== 'string') this.learnFrom(value, key === 'message' ? 'messages' : noun);
      else if (key === 'id') this.learn(`id of ${noun}`, value);
      else if (/PhotoUrl$|^url$/.test(key)) this.learn('photo', value.split('/').at(-1) ?? '');
      else if (/^(ticketNumber|repairId|clientId|nextCursor|phone|customerPhone)$/.test(key)) {
        this.learn(key, value);
      }
    }
  }

  latest(kind: string): string | undefined {
    return this.#known.get(kind)?.at(-1);
  }

  /** @returns undefined where nothing of the kind is known yet */
  recall(kind: string, number: number): string | undefined {
    const known = this.#known.get(kind) ?? [];
    return known[number % Math.max(known.length, 1)];
  }
}

/** Puts what is remembered in the places that were left for it. */
export function filled(value: unknown, memory: Memory): unknown {
  if (typeof value === 'function') return (value as Recalled)(memory);
  if (Array.isArray(value)) return value.map((item) => filled(item, memory));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, filled(item, memory)]),
  );
}
