import { useEffect, useState } from 'react';
import { soonBetweenPresses } from '../ui/held-press.ts';

/** Short enough to feel immediate, long enough not to ask for every letter. */
const restMs = 150;

/** @returns what is typed, once the typing rests; what it leads to moves nothing that is being pressed */
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
