import { lazy, Suspense } from 'react';
import { useAddress } from '../data/address.ts';
import { soonBetweenPresses } from '../ui/press.ts';
import { attentionRoom } from './attention-room.ts';

export const loadNeedsAttention = async () => ({
  default: (await import('./needs-attention.tsx')).NeedsAttention,
});

/** It takes a press that meets it while it comes. */
const NeedsAttention = lazy(async () => {
  const loaded = await loadNeedsAttention();
  await new Promise<void>(soonBetweenPresses);
  return loaded;
});

/** Above the lists of the overview, in the same room whether anything needs attention or not. */
export function AttentionPlace() {
  const { attention: isWhole } = useAddress();
  return (
    <Suspense
      fallback={
        <div data-all-waits={isWhole || undefined} className="rounded border bg-surface">
          <div className="h-[calc(var(--control)+0.5rem)]" />
          <div className={attentionRoom} />
        </div>
      }
    >
      <NeedsAttention />
    </Suspense>
  );
}
