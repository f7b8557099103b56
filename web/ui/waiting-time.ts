import { useEffect, useState } from 'react';

/** Whole seconds → "1:05" or "42 seconds", for a user who waits. */
export function waitingText(seconds: number): string {
  if (seconds >= 60) {
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} minutes`;
  }
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/** Counts down in whole seconds; 0 when there is nothing to wait for. */
export function useCountdown(): { secondsLeft: number; start: (seconds: number) => void } {
  const [endsAt, setEndsAt] = useState<number | null>(null);
  const [secondsLeft, setSecondsLeft] = useState(0);

  useEffect(() => {
    if (endsAt === null) return;
    // By the clock, not by counting ticks: a tab in the background ticks slower.
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
      setSecondsLeft(left);
      if (left === 0) setEndsAt(null);
    }, 250);
    return () => clearInterval(timer);
  }, [endsAt]);

  return {
    secondsLeft,
    start(seconds) {
      setSecondsLeft(Math.ceil(seconds));
      setEndsAt(Date.now() + seconds * 1000);
    },
  };
}
