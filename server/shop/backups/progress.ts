/** How far a backup or a restore is: photos and rows are counted, a check in bytes, the rest in steps. */
export interface Progress {
  phase: 'photos' | 'rows' | 'checking' | 'switching';
  done: number;
  total: number;
}

export type OnProgress = (progress: Progress) => void;
