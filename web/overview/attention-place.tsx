import { Suspense } from 'react';
import { useAddress } from '../data/address.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { soonBetweenPresses } from '../ui/press.ts';

/** It takes a press that meets it while it comes. */
const { Part: NeedsAttention, load } = lazyPart(async () => {
  const loaded = await import('./needs-attention.tsx');
  await new Promise<void>(soonBetweenPresses);
  return loaded.NeedsAttention;
});

export const loadNeedsAttention = load;

/**
 * The line and the space for the newest cases, kept even while there are none: a new case must not
 * push the lists below away while the user works in them. On a phone there is only the line.
 */
const room = 'min-h-control sm:min-h-50 desk:sm:min-h-45 pointer-coarse:sm:min-h-55';

/** Above the lists of the overview, in the same room whether anything needs attention or not. */
export function AttentionPlace() {
  const { attention: isWhole } = useAddress();
  return (
    <div className={room}>
      <Suspense fallback={<div data-all-waits={isWhole || undefined} />}>
        <NeedsAttention />
      </Suspense>
    </div>
  );
}
