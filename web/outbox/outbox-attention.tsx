import { Button } from '../ui/button.tsx';
import { panels } from '../ui/panels.ts';
import { countedText } from '../ui/text.tsx';
import { useOutbox } from './outbox.ts';
import { OutboxItem } from './outbox-item.tsx';

/** What could not be delivered, among the other things that staff should look at. */
export function OutboxAttention() {
  const { entries } = useOutbox();
  const refused = entries.filter(({ refusal }) => refusal !== null);
  const waiting = entries.length - refused.length;
  return (
    <>
      <ul aria-label="Not delivered" className="empty:hidden">
        {refused.map((entry) => (
          <OutboxItem key={entry.repairId} entry={entry} />
        ))}
      </ul>
      {waiting > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 border-t px-4 py-1 text-sm">
          <p>{countedText(waiting, 'more repair')} in this browser only.</p>
          <Button variant="quiet" onClick={() => void panels.open('outbox')}>
            Show
          </Button>
        </div>
      )}
    </>
  );
}
