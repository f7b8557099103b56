import { useEffect, useRef, useState } from 'react';
import type { ImportReport } from '../../domain/api-transfer.ts';
import { CallProblem, call, callForFile } from '../data/call.ts';
import { failureOf } from '../data/failure-toast.ts';
import { newRepairId } from '../intake/repair-id.ts';
import type { Problem } from '../ui/banner.tsx';
import { draftQuery, type ImportDraft } from './import-check.ts';

export interface SavedFile {
  name: string;
  file: Blob;
}

export interface ImportResult {
  report: ImportReport;
  /** The rows that were left out; null where there are none. */
  rejected: SavedFile | null;
}

export type ImportRun =
  | { state: 'idle'; problem: Problem | null }
  | { state: 'running'; rowsDone: number; rows: number };

const askEveryMs = 500;

/** The rows that cannot be taken in, as a file with their reasons. */
export const rejectedRows = (draft: ImportDraft): Promise<SavedFile> =>
  callForFile('POST /api/imports/rejected', { query: draftQuery(draft), file: draft.file });

/** Does an import, showing how far it has come. */
export function useImportRun(onDone: (result: ImportResult) => void) {
  const [run, setRun] = useState<ImportRun>({ state: 'idle', problem: null });
  const isRunning = useRef(false);
  // The answer may get lost on its way: another press for the same draft asks for the same import.
  const last = useRef<{ draft: ImportDraft; importId: string } | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  async function follow(importId: string): Promise<void> {
    while (isRunning.current && !isGone.current) {
      await new Promise((resolve) => setTimeout(resolve, askEveryMs));
      if (!isRunning.current || isGone.current) return;
      const progress = await call('GET /api/imports/{importId}', { params: { importId } }).catch(
        () => null,
      );
      if (progress?.state !== 'running' || !isRunning.current) continue;
      setRun({ state: 'running', rowsDone: progress.rowsDone, rows: progress.rows });
    }
  }

  return {
    run,
    async begin(draft: ImportDraft, checked: ImportReport): Promise<void> {
      if (isRunning.current) return;
      isRunning.current = true;
      setRun({ state: 'running', rowsDone: 0, rows: checked.rows });
      if (last.current?.draft !== draft) last.current = { draft, importId: newRepairId() };
      const { importId } = last.current;
      try {
        // Before: afterwards some of them would count as here already.
        const rejected = checked.rejected > 0 ? await rejectedRows(draft) : null;
        void follow(importId);
        const report = await call('PUT /api/imports/{importId}', {
          params: { importId },
          query: draftQuery(draft),
          file: draft.file,
        });
        isRunning.current = false;
        setRun({ state: 'idle', problem: null });
        onDone({ report, rejected });
      } catch (error) {
        isRunning.current = false;
        const problem = error instanceof CallProblem ? failureOf(error, error) : null;
        setRun({ state: 'idle', problem });
        if (!(error instanceof CallProblem)) throw error;
      }
    },
  };
}
