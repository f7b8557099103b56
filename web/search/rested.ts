import { useEffect, useState } from 'react';

/** Short enough to feel immediate, long enough not to ask for every letter. */
const restMs = 150;

/** @returns what is typed, once the typing rests */
export function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
