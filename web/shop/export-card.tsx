import Download from 'lucide/download';
import { useEffect, useRef, useState } from 'react';
import type { ExportFormat } from '../../domain/api-transfer.ts';
import { CallProblem, callForFile } from '../data/call.ts';
import { failureOf } from '../data/failure-toast.ts';
import { type Problem, ProblemBanner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/card.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { toasts } from '../ui/toasts.ts';
import { saveFile, sizeText } from './file-words.ts';

/** All data of the shop, for a spreadsheet or for another program. */
export function ExportCard() {
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
    <Section title="Export">
      <div className="flex flex-col gap-4">
        <p className="max-w-prose text-ink-muted text-sm">
          Clients, repairs, estimates, texts and the history of every ticket, as they are at this
          moment. CSV files open in spreadsheet programs and can be imported again; JSON is for
          other programs. Photos are named by their addresses. Whoever has the file can read it:
          keep it where nobody else comes.
        </p>
        <div role="alert" className="empty:hidden">
          <ProblemBanner problem={problem} />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button icon={Download} pending={format === 'csv'} onClick={() => void begin('csv')}>
            Export as CSV
          </Button>
          <Button icon={Download} pending={format === 'json'} onClick={() => void begin('json')}>
            Export as JSON
          </Button>
          {format !== null && (
            <Button variant="quiet" onClick={() => running.current?.abort()}>
              Stop
            </Button>
          )}
        </div>
        {format !== null && <ProgressBar label="Receiving the export…" detail={sizeText(bytes)} />}
      </div>
    </Section>
  );
}
