import { useEffect, useRef, useState } from 'react';
import type { ImportReport } from '../../../domain/api-transfer.ts';
import {
  type ColumnMatch,
  type ImportKind,
  missingFields,
  writeColumns,
} from '../../../domain/transfer-columns.ts';
import { CallProblem, call, callForFile } from '../../data/call.ts';
import { sleep } from '../../data/connection.ts';
import { failureOf } from '../../data/failure-toast.ts';
import { newId } from '../../data/new-id.ts';
import { browserZone, timeZone } from '../../data/shop-time.ts';
import type { Problem } from '../../ui/banner.tsx';

export interface ImportDraft {
  kind: ImportKind;
  file: File;
  match: ColumnMatch;
}

/** For times in the file that name no zone: the shop's, in which they will then be shown. */
export const zoneOfFile = () => timeZone.get() ?? browserZone();

const draftQuery = ({ kind, match }: ImportDraft) => ({
  kind,
  columns: writeColumns(match),
  timeZone: zoneOfFile(),
});

export type Check =
  | { state: 'waiting'; missing: string[] }
  | { state: 'checking' }
  | { state: 'checked'; report: ImportReport }
  | { state: 'refused'; problem: CallProblem };

/** Selects are changed one after the other: the file is sent once they have settled. */
const restMs = 400;

/** @param draft kept as it is (the same object) for as long as nothing is changed */
export function useImportCheck(draft: ImportDraft): Check {
  const [answer, setAnswer] = useState<{ draft: ImportDraft; check: Check } | null>(null);
  const missing = missingFields(draft.kind, draft.match);
  const isComplete = missing.length === 0;
  useEffect(() => {
    if (!isComplete) return;
    const stop = new AbortController();
    const { signal } = stop;
    const timer = setTimeout(() => {
      const query = draftQuery(draft);
      call('checkImport', { query, file: draft.file, signal }).then(
        (report) => setAnswer({ draft, check: { state: 'checked', report } }),
        (error: unknown) => {
          if (signal.aborted) return;
          if (!(error instanceof CallProblem)) throw error;
          setAnswer({ draft, check: { state: 'refused', problem: error } });
        },
      );
    }, restMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [draft, isComplete]);

  if (!isComplete) return { state: 'waiting', missing };
  return answer?.draft === draft ? answer.check : { state: 'checking' };
}

export interface SavedFile {
  name: string;
  file: Blob;
}

export interface ImportResult {
  report: ImportReport;
  /** The rows that were left out; null if there are none. */
  rejected: SavedFile | null;
}

export type ImportRun =
  | { state: 'idle'; problem: Problem | null }
  | { state: 'running'; rowsDone: number; rows: number };

const askEveryMs = 500;

export const rejectedRows = (draft: ImportDraft): Promise<SavedFile> =>
  callForFile('rejectedRows', { query: draftQuery(draft), file: draft.file });

export function useImportRun(onDone: (result: ImportResult) => void) {
  const [run, setRun] = useState<ImportRun>({ state: 'idle', problem: null });
  /** Aborted once the answer has come or the screen is gone. */
  const following = useRef<AbortController | null>(null);
  // The answer may get lost on its way: another press for the same draft asks for the same import.
  const last = useRef<{ draft: ImportDraft; importId: string } | null>(null);
  useEffect(() => () => following.current?.abort(), []);

  async function follow(importId: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      await sleep(askEveryMs, signal);
      if (signal.aborted) return;
      const progress = await call('getImport', {
        params: { importId },
        signal,
      }).catch(() => null);
      if (progress?.state !== 'running' || signal.aborted) continue;
      setRun({ state: 'running', rowsDone: progress.rowsDone, rows: progress.rows });
    }
  }

  return {
    run,
    async begin(draft: ImportDraft, checked: ImportReport): Promise<void> {
      if (following.current !== null) return;
      const over = new AbortController();
      following.current = over;
      setRun({ state: 'running', rowsDone: 0, rows: checked.rows });
      if (last.current?.draft !== draft) last.current = { draft, importId: newId() };
      const { importId } = last.current;
      let problem: Problem | null = null;
      try {
        // Before the import: after it, some of these rows would count as already here.
        const rejected = checked.rejected > 0 ? await rejectedRows(draft) : null;
        void follow(importId, over.signal);
        const report = await call('runImport', {
          params: { importId },
          query: draftQuery(draft),
          file: draft.file,
        });
        onDone({ report, rejected });
      } catch (error) {
        if (!(error instanceof CallProblem)) throw error;
        problem = failureOf(error, error);
      } finally {
        over.abort();
        following.current = null;
        setRun({ state: 'idle', problem });
      }
    },
  };
}
