import type { RepairRow } from '../../../domain/api-answers.ts';
import { outNow, outWords } from '../../../domain/sent-out-state.ts';
import { useToday } from '../time/shop-calendar.ts';

/** Who has a watch that is sent out, and for how long; nothing while it is in the shop. */
export function OutMark({ repair }: { repair: RepairRow }) {
  const today = useToday();
  const out = outNow(repair);
  return out && <span className="text-soon">{outWords(out, today)}</span>;
}

/** What a watch waits for, before other text. Not a status: the badge shows that. */
export const WaitMark = ({ repair }: { repair: RepairRow }) => (
  <>
    {outNow(repair) && (
      <>
        <OutMark repair={repair} />
        {' · '}
      </>
    )}
    {repair.isWaitingForParts && (
      <>
        <span className="text-soon">Waiting for parts</span>
        {' · '}
      </>
    )}
  </>
);
