import { useId } from 'react';
import { useAwayReason } from '../../data/outage.ts';

/** Without the shop’s server, a section’s buttons stay where they are, and one line says why they can’t be pressed. */
export function useAway() {
  const reasonId = useId();
  const disabledReason = useAwayReason();
  return {
    /** For each of the buttons. */
    away: { disabledReason, reasonId },
    awayLine: disabledReason !== undefined && (
      <p id={reasonId} className="text-ink-muted text-sm">
        {disabledReason}
      </p>
    ),
  };
}
