import '../../data/zod-setup.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import Download from 'lucide/download';
import { useEffect, useRef, useState } from 'react';
import type { ExportFormat } from '../../../domain/api-transfer.ts';
import { commandLine } from '../../../domain/commands.ts';
import { CallProblem, call, callForFile } from '../../data/call.ts';
import { failureOf, showFailure } from '../../data/failure-toast.ts';
import { queryClient, shopQuery } from '../../data/queries.ts';
import { toasts } from '../../data/toasts.ts';
import type { Problem } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SwitchField } from '../../ui/choice-fields.tsx';
import { fileSize } from '../../ui/counts.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ProgressBar } from '../../ui/states.tsx';
import { BackupsCard } from './backups-card.tsx';
import { saveFile } from './file-words.ts';
import { ImportCard } from './import-card.tsx';
import { CodeLine, ForTheServer, ShopPart } from './shop-part.tsx';

export function DataSection() {
  return (
    <section aria-label="Data" className="grid gap-x-12 gap-y-8 xl:grid-cols-2">
      <BackupsCard />
      <div className="flex min-w-0 flex-col gap-8">
        <MovingCard />
        <ExportCard />
        <ImportCard />
      </div>
    </section>
  );
}

function MovingCard() {
  const { data: shop } = useQuery(shopQuery);
  const [isAsking, setIsAsking] = useState(false);
  const setting = useMutation({
    mutationFn: (isClosed: boolean) =>
      call('PUT /api/shop/closed-for-moving', { body: { isClosed } }),
    onSuccess: ({ closedSince }) => {
      setIsAsking(false);
      queryClient.setQueryData(
        shopQuery.queryKey,
        (before) => before && { ...before, closedSince },
      );
      // While it is closed the banner says so on every screen.
      if (closedSince === null) toasts.show({ kind: 'success', title: 'The shop is open again' });
    },
    onError: (error, isClosed) => {
      if (!isClosed) showFailure(error, 'Not opened');
    },
  });
  const { closedSince, installation = 'sources' } = shop ?? {};
  const isClosed = typeof closedSince === 'string';
  return (
    <ShopPart
      title="Moving"
      about="A shop moves to another computer, to another database, or with its photos to a bucket by a backup. Close it first, so that nothing entered after the backup is left behind."
    >
      <SwitchField
        label="Closed for moving"
        hint={
          isClosed
            ? 'Nothing can be changed and no texts go out. Switch it off to open the shop here again.'
            : undefined
        }
        checked={isClosed}
        disabled={shop === undefined || setting.isPending}
        onChange={() => (isClosed ? setting.mutate(false) : setIsAsking(true))}
      />
      <ol className="flex max-w-prose list-decimal flex-col gap-1 pl-5 text-ink-muted text-sm">
        <li>Close the shop here and press “Back up now”.</li>
        <li>Restore the backup in the new place. The shop is open there.</li>
        <li>Stop the product here, and leave this shop closed.</li>
      </ol>
      <ForTheServer>
        <div className="max-w-prose text-ink-muted">
          In the new place, with its settings:
          <CodeLine>{`DATA_DIR=… DATABASE_URL=… S3_…\n${commandLine(installation, 'restore', 'FILE')}\n${commandLine(installation, 'start')}`}</CodeLine>
        </div>
      </ForTheServer>
      <ConfirmDialog
        open={isAsking}
        title="Close the shop for moving?"
        description="Nothing can be changed on any screen until the shop is open again, here or in the new place. Everything can still be read. Texts from customers are fetched afterwards."
        confirmLabel="Close the shop"
        tone="primary"
        pending={setting.isPending}
        problem={failureOf(setting.error, 'Not closed')}
        onConfirm={() => setting.mutate(true)}
        onClose={() => {
          setIsAsking(false);
          setting.reset();
        }}
      />
    </ShopPart>
  );
}

function ExportCard() {
  const [format, setFormat] = useState<ExportFormat | null>(null);
  const [bytes, setBytes] = useState(0);
  const [problem, setProblem] = useState<Problem | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function begin(chosen: ExportFormat) {
    if (running.current !== null) return;
    const stop = new AbortController();
    running.current = stop;
    setFormat(chosen);
    setBytes(0);
    setProblem(null);
    try {
      const query = { format: chosen };
      saveFile(await callForFile('GET /api/export', { query, signal: stop.signal }, setBytes));
      toasts.show({ kind: 'success', title: 'Export saved' });
    } catch (error) {
      if (error instanceof CallProblem) setProblem(failureOf(error, error));
      else if (!stop.signal.aborted) throw error;
    } finally {
      running.current = null;
      setFormat(null);
    }
  }

  return (
    <ShopPart
      title="Export"
      about="Clients, repairs, estimates, payments, texts and the history of every ticket, as they are at this moment. CSV files open in spreadsheet programs and can be imported again; JSON is for other programs. Photos are named by their addresses. Whoever has the file can read it: keep it where nobody else comes."
      problem={problem}
    >
      <div className="flex flex-wrap gap-2">
        {(['csv', 'json'] as const).map((each) => (
          <Button
            key={each}
            icon={Download}
            pending={format === each}
            onClick={() => void begin(each)}
          >
            Export as {each.toUpperCase()}
          </Button>
        ))}
        {format !== null && (
          <Button variant="quiet" onClick={() => running.current?.abort()}>
            Stop
          </Button>
        )}
      </div>
      {format !== null && <ProgressBar label="Receiving the export…" detail={fileSize(bytes)} />}
    </ShopPart>
  );
}
