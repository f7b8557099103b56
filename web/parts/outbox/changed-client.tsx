import { useMutation } from '@tanstack/react-query';
import Undo2 from 'lucide/undo-2';
import type { ClientChanges } from '../../../domain/api-answers.ts';
import type { ClientDifference } from '../../../domain/client-matching.ts';
import { isolated } from '../../../domain/isolated.ts';
import { call } from '../../data/call.ts';
import { failureOf, showFailure } from '../../data/failure-toast.ts';
import type { Created } from '../../data/intake/intake.ts';
import { useAwayReason } from '../../data/outage.ts';
import { useRepair } from '../../data/repair.ts';
import { refreshClients } from '../../data/repair-cache.ts';
import { Banner, ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { changeLines, unchangedLines } from '../client/client-changes.ts';
import { EditClientButton } from '../client/edit-client-button.tsx';

export function ChangedClient({
  ticketNumber,
  changes,
}: {
  ticketNumber: string;
  changes: ClientChanges;
}) {
  const awayReason = useAwayReason();
  const undoing = useMutation({
    mutationFn: () => call('undoClientChanges', { params: { ticketNumber } }),
    onError: (error) => showFailure(error, 'Couldn’t undo'),
    onSettled: refreshClients,
  });
  const lines = changeLines(changes);
  if (lines.length === 0) return null;
  if (undoing.isSuccess) {
    return (
      <Banner tone="info" live>
        Undone: {isolated(changes.before.name)} was restored in the directory.
      </Banner>
    );
  }
  return (
    <>
      <Banner
        tone="info"
        action={
          <Button
            icon={Undo2}
            pending={undoing.isPending}
            disabledReason={awayReason}
            onClick={() => undoing.mutate()}
          >
            Undo
          </Button>
        }
      >
        <Lines lines={lines} />
      </Banner>
      <ProblemBanner problem={failureOf(undoing.error, 'Couldn’t undo')} />
    </>
  );
}

/** What was typed differently from what the client has: nobody was asked, so it was not changed. */
export function UnchangedClient({
  clientId,
  differences,
}: {
  clientId: string;
  differences: readonly ClientDifference[];
}) {
  return (
    <Banner
      tone="warning"
      title="The client in the directory was not changed."
      action={<EditClientButton clientId={clientId}>Edit client</EditClientButton>}
    >
      <Lines lines={unchangedLines(differences)} />
    </Banner>
  );
}

/** The same for a repair that was taken in without the server, from its ticket's history. */
export function ClientAfterDelivery({ ticketNumber }: { ticketNumber: string }) {
  const { data } = useRepair(ticketNumber);
  const takenIn = data?.events.find(({ kind }) => kind === 'repair-created')?.data;
  if (data === undefined || takenIn === undefined) return null;
  const { clientChanges, unconfirmedChanges } = takenIn as Partial<Created>;
  return (
    <>
      {clientChanges && <ChangedClient ticketNumber={ticketNumber} changes={clientChanges} />}
      {unconfirmedChanges && (
        <UnchangedClient clientId={data.repair.clientId} differences={unconfirmedChanges} />
      )}
    </>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
