import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { limits } from '../../../domain/field-list.ts';
import { useAddress } from '../../data/address.ts';
import type { Listed } from '../../data/list-pages.ts';
import { useLocation } from '../../data/location.tsx';
import { soonBetweenPresses } from '../../ui/press.ts';
import type { PagedList } from './paged-list.ts';

/** Short enough to feel immediate, long enough not to ask on every keystroke. */
const restMs = 150;

/** @returns what is typed, once the typing pauses; what it leads to moves nothing that is being pressed */
export function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    let isLast = true;
    const rest = () => {
      if (isLast) setRested(value);
    };
    const timer = setTimeout(() => soonBetweenPresses(rest), restMs);
    return () => {
      isLast = false;
      clearTimeout(timer);
    };
  }, [value]);
  return rested;
}

const typingRestMs = 200;

/** The longest that the server accepts. */
export const longestQuery = limits.query;

/**
 * A search text that is answered while it is typed.
 *
 * @returns what is in the field, and `q`, what is searched for: the same once the typing pauses,
 *   kept in the address so that a reload, back and a shared link find it again
 */
export function useTypedQuery() {
  const { q, set } = useAddress();
  const { arrival } = useLocation();
  const [text, setText] = useState(q);

  const search = useEffectEvent((typed: string) => set({ q: typed }, { replace: true }));
  useEffect(() => {
    if (text === q) return;
    const timer = setTimeout(() => search(text), typingRestMs);
    return () => clearTimeout(timer);
  }, [text, q]);

  // Back, forward and a link: the address says what is searched for. Otherwise it only follows the typing.
  const shownQ = useRef(q);
  useEffect(() => {
    const isAnother = shownQ.current !== q;
    shownQ.current = q;
    if (arrival === 'pop' || (arrival === 'push' && isAnother)) setText(q);
  }, [arrival, q]);

  return { text, setText, q: q.trim() };
}

/** How much was found; read out whenever the typing has led to another answer. */
export function FoundCount<Item extends Listed>({
  list,
  isSimilar = false,
}: {
  list: PagedList<Item>;
  isSimilar?: boolean;
}) {
  const { data, isPlaceholderData, hasNextPage } = list.query;
  const count = list.items.length;
  const closest = count === 1 ? 'Closest match' : `Closest ${count} matches`;
  const words = isSimilar ? closest : `${count} found`;
  const isKnown = data !== undefined && !isPlaceholderData;
  return (
    <p role="status" className="text-ink-muted text-sm">
      {isKnown && count > 0 && (hasNextPage ? `The first ${count}` : words)}
      {isKnown && count === 0 && <span className="sr-only">None found</span>}
    </p>
  );
}
