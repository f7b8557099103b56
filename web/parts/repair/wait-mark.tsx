import type { RepairRow } from '../../../domain/api-answers.ts';

/** What a watch waits for, in a line before other words. Not a status: the badge has that. */
export const WaitMark = ({ repair }: { repair: RepairRow }) =>
  repair.isWaitingForParts && (
    <>
      <span className="text-soon">Waiting for parts</span>
      {' · '}
    </>
  );
