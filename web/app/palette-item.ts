import type { ReactNode } from 'react';
import type { ShortcutName } from '../ui/shortcuts.ts';

/** Something to choose in the palette. */
export interface PaletteItem {
  id: string;
  shown: ReactNode;
  /** What does the same without the palette. */
  shortcut?: ShortcutName;
  run: () => void;
}

export interface PaletteGroup {
  heading: string;
  items: readonly PaletteItem[];
}
