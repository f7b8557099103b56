import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigationType } from 'react-router';
import { limits } from '../../domain/field-list.ts';
import { useAddress } from '../dashboard/address.ts';

/** Short enough to feel immediate, long enough not to ask for every letter. */
const restMs = 200;

/** The server takes no longer one. */
export const longestQuery = limits.query;

/**
 * A search text that is answered while it is typed.
 *
 * @returns what stands in the field, and `q`, what is searched for: the same once the typing rests,
 *   kept in the address so that a reload, back and a shared link find it again
 */
export function useTypedQuery() {
  const { q, set } = useAddress();
  const arrival = useNavigationType();
  const [text, setText] = useState(q);

  const search = useEffectEvent((typed: string) => set({ q: typed }, { replace: true }));
  useEffect(() => {
    if (text === q) return;
    const timer = setTimeout(() => search(text), restMs);
    return () => clearTimeout(timer);
  }, [text, q]);

  // Back, forward and a link: the address says what is searched for. Otherwise it only follows the typing.
  const shownQ = useRef(q);
  useEffect(() => {
    const isAnother = shownQ.current !== q;
    shownQ.current = q;
    if (arrival === 'POP' || (arrival === 'PUSH' && isAnother)) setText(q);
  }, [arrival, q]);

  return { text, setText, q: q.trim() };
}
