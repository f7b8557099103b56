import { createStore } from '../../data/store.ts';

/** What is selected in one list of repairs; kept outside React, so that a press redraws only what it changes. */

export interface Selected {
  /** Started from the menu, with nothing selected yet. */
  readonly isBegun: boolean;
  /** The ticket numbers of all loaded repairs, in list order. */
  readonly order: readonly string[];
  readonly numbers: ReadonlySet<string>;
  /** Where a range begins. */
  readonly last: string | null;
}

export const isSelecting = ({ isBegun, numbers }: Selected): boolean => isBegun || numbers.size > 0;

const none: Selected = { isBegun: false, order: [], numbers: new Set(), last: null };

export function createSelection() {
  const { get, set, subscribe } = createStore(none);
  const put = (changes: Partial<Selected>) => set({ ...get(), ...changes });

  return {
    get,
    subscribe,
    begin: () => put({ isBegun: true }),
    end: () => put({ isBegun: false, numbers: none.numbers, last: null }),
    /** A repair that has left the list is no longer selected, even if it comes back. */
    follow(order: readonly string[]): void {
      const { numbers, last } = get();
      const loaded = new Set(order);
      put({
        order,
        numbers: new Set([...numbers].filter((each) => loaded.has(each))),
        last: last !== null && loaded.has(last) ? last : null,
      });
    },
    /** @param isRange whether to include all between it and the last one pressed */
    toggle(ticketNumber: string, isRange: boolean): void {
      const { order, numbers, last } = get();
      const [from, to] = [order.indexOf(last ?? ''), order.indexOf(ticketNumber)];
      const next = new Set(numbers);
      if (isRange && from !== -1) {
        for (const each of order.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(each);
      } else if (!next.delete(ticketNumber)) next.add(ticketNumber);
      put({ numbers: next, last: ticketNumber });
    },
    add(...ticketNumbers: string[]): void {
      const { numbers, last } = get();
      put({ numbers: new Set([...numbers, ...ticketNumbers]), last: ticketNumbers.at(-1) ?? last });
    },
    /** Selects exactly these, as far as they are in the list. Selecting ends if none are. */
    choose(ticketNumbers: readonly string[]): void {
      const wanted = new Set(ticketNumbers);
      const numbers = new Set(get().order.filter((each) => wanted.has(each)));
      put({ isBegun: false, numbers, last: null });
    },
  };
}

export type Selection = ReturnType<typeof createSelection>;
