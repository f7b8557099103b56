import '../../data/zod-setup.ts';
import Download from 'lucide/download';
import { useEffect, useRef, useState } from 'react';
import type { ExportFormat } from '../../../domain/api-transfer.ts';
import { CallProblem, callForFile } from '../../data/call.ts';
import { failureOf } from '../../data/failure-toast.ts';
import { toasts } from '../../data/toasts.ts';
import type { Problem } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { fileSize } from '../../ui/counts.ts';
import { saveFile } from '../../ui/save-file.ts';
import { ProgressBar } from '../../ui/states.tsx';
import { BackupsCard } from './backups-card.tsx';
import { ImportCard } from './import-card.tsx';
import { ShopPart } from './shop-part.tsx';

export function DataSection() {
  return (
    <section aria-label="Data" className="grid gap-x-12 gap-y-8 xl:grid-cols-2">
      <BackupsCard />
      <div className="flex min-w-0 flex-col gap-8">
        <ExportCard />
        <ImportCard />
      </div>
    </section>
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
      saveFile(await callForFile('exportData', { query, signal: stop.signal }, setBytes));
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
      about="Clients, repairs, estimates, payments, parts, texts and the history of every ticket, as of now. CSV files open in spreadsheet programs and can be imported again; JSON is for other programs. Photos are included only as web addresses. Anyone with the file can read it: store it safely."
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
      {format !== null && <ProgressBar label="Downloading the export…" detail={fileSize(bytes)} />}
    </ShopPart>
  );
}
