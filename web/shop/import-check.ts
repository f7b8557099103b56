import { useEffect, useState } from 'react';
import type { ImportReport } from '../../domain/api-transfer.ts';
import {
  type ColumnMatch,
  type ImportKind,
  missingFields,
  writeColumns,
} from '../../domain/transfer-columns.ts';
import { CallProblem, call } from '../data/call.ts';

/** What the user wants to import. */
export interface ImportDraft {
  kind: ImportKind;
  file: File;
  match: ColumnMatch;
}

/** Of times in the file that name none: this computer stands in the shop. */
export const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

export const draftQuery = ({ kind, match }: ImportDraft) => ({
  kind,
  columns: writeColumns(match),
  timeZone: ownTimeZone(),
});

export type Check =
  | { state: 'waiting'; missing: string[] }
  | { state: 'checking' }
  | { state: 'checked'; report: ImportReport }
  | { state: 'refused'; problem: CallProblem };

/** Selects are changed one after the other: the file travels when they have come to rest. */
const restMs = 400;

/**
 * Has the server look through the whole file, anew whenever something about it is changed.
 *
 * @param draft kept as it is (the same object) for as long as nothing is changed
 */
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
      call('POST /api/imports/check', { query, file: draft.file, signal }).then(
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
