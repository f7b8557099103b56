/** How far a move is: rows and photos are counted. */
export interface MoveProgress {
  what: 'photos' | 'rows' | 'checking';
  /** The table, where it is about one. */
  table: string | null;
  done: number;
  total: number;
}

/** What hears of a move, and may end it. */
export interface MoveListener {
  onProgress(progress: MoveProgress): void;
  /** A sentence for whoever waits. */
  say(sentence: string): void;
  /** Called between two steps; throws to end the move. */
  checkpoint(): void;
}
