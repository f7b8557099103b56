import { useMutation, useQuery } from '@tanstack/react-query';
import type { Repair } from '../../../domain/api-answers.ts';
import { call } from '../../data/call.ts';
import { isChangedMeanwhile } from '../../data/changed-meanwhile.ts';
import { useAwayReason } from '../../data/outage.ts';
import { seenWatchesQuery } from '../../data/queries.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { showRepairProblem } from '../../data/repair-problem.ts';
import { toasts } from '../../data/toasts.ts';
import { WatchLink } from '../../parts/client/client-link.tsx';
import { InShopNow, SeenBefore } from '../../parts/repair/seen-watches.tsx';
import { Button } from '../../ui/button.tsx';

/**
 * Says that someone else was first, and what wasn't saved.
 *
 * @param yours your answer; null if you undid one
 */
function showChangedElsewhere(stored: Repair, yours: string | null): void {
  putRepair(stored);
  const isAnswered = yours !== null && stored.watchId !== null;
  const theirs = isAnswered ? 'Someone else has answered' : 'The ticket was changed';
  const lost = yours === null ? 'The answer wasn’t undone' : `Your answer “${yours}” wasn’t saved`;
  toasts.show({
    kind: 'error',
    title: `${theirs} in the meantime`,
    detail: `${lost}. The ticket shows what counts now.`,
  });
}

/** @param yours as for {@link showChangedElsewhere} */
const showProblem = (error: Error, yours: string | null) =>
  isChangedMeanwhile(error)
    ? showChangedElsewhere(error.document.repair as Repair, yours)
    : showRepairProblem(error);

/** The question whether the watch was here before or, once answered, a link to its repairs. */
export function TicketWatch({ repair }: { repair: Repair }) {
  const { ticketNumber, watchId, watchBrand, serialNumber, movementSerial } = repair;
  const awayReason = useAwayReason();
  const seenVersion = repair.updatedAt;
  const params = { ticketNumber };
  const { data } = useQuery({
    ...seenWatchesQuery({
      ticketNumber,
      watchBrand,
      serialNumber: serialNumber ?? '',
      movementSerial: movementSerial ?? '',
    }),
    enabled: watchId === null,
  });
  const answering = useMutation({
    mutationFn: (sameWatchAs: string[]) =>
      call('answerWatch', { params, body: { sameWatchAs }, seenVersion }),
    onSuccess: (answer) => putRepair(answer.repair),
    onError: (error, same) =>
      showProblem(error, same.length === 0 ? 'Different watch' : 'Same watch'),
    onSettled: refreshRepairs,
  });
  const undoing = useMutation({
    mutationFn: () => call('undoWatchAnswer', { params, seenVersion }),
    onSuccess: (answer) => putRepair(answer.repair),
    onError: (error) => showProblem(error, null),
    onSettled: refreshRepairs,
  });
  if (watchId !== null) {
    return (
      <p className="flex flex-wrap items-center gap-x-4">
        <WatchLink watchId={watchId}>All repairs of this watch</WatchLink>
        <Button
          variant="quiet"
          pending={undoing.isPending}
          disabledReason={awayReason}
          onClick={() => undoing.mutate()}
        >
          Undo answer
        </Button>
      </p>
    );
  }
  const seen = data?.items ?? [];
  if (seen.length === 0) return null;
  return (
    <>
      <InShopNow seen={seen} />
      <SeenBefore
        seen={seen}
        isPending={answering.isPending}
        disabledReason={awayReason}
        photoNow={repair.initialPhotoUrl}
        onAnswer={(sameWatchAs) => answering.mutate(sameWatchAs)}
      />
    </>
  );
}
