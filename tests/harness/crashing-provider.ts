import type { SendResult, TextProvider } from '../../server/texts/sender.ts';

/** One life of the product, which may end in the middle of a sending. */
export interface Life {
  /** Stands around the provider. */
  readonly around: (real: TextProvider) => TextProvider;
  /** Has the life end at so many sendings from now. */
  endAfter(sendings: number, when: 'before it leaves' | 'before it is recorded'): void;
  /** Resolves when it has come to that. */
  readonly ended: Promise<void>;
}

const never = new Promise<SendResult>(() => undefined);

/** A product that can stop as a killed process does: nothing more comes from it. */
export function mortalLife(): Life {
  let isOver = false;
  let left = Number.POSITIVE_INFINITY;
  let when: Parameters<Life['endAfter']>[1] = 'before it leaves';
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = () => {
      isOver = true;
      resolve();
    };
  });
  return {
    ended,
    endAfter: (sendings, at) => {
      left = sendings;
      when = at;
    },
    around: (real) => ({
      ...real,
      send: async (text) => {
        left -= 1;
        const isLast = left === 0;
        if (isLast && when === 'before it leaves') end();
        if (isOver) return never;
        const result = await real.send(text);
        if (isLast) end();
        return isOver ? never : result;
      },
    }),
  };
}
