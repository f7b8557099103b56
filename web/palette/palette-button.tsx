import Search from 'lucide/search';
import { KeyCaps } from '../shortcuts/key-caps.tsx';
import { panels, panelTitles } from '../shortcuts/panels.ts';
import { ariaKeysOf } from '../shortcuts/shortcuts.ts';

/** The way into the palette for mouse and touch, and for the eye that looks for the key. */
export function PaletteButton() {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts={ariaKeysOf('palette')}
      title={panelTitles.palette}
      onClick={() => void panels.open('palette')}
      className="inline-flex h-control min-w-control shrink-0 items-center justify-center gap-2 rounded border border-transparent text-ink-muted transition-colors hover:bg-sunken hover:text-ink lg:border-line-strong lg:bg-canvas lg:px-3"
    >
      <Search aria-hidden="true" size={18} className="shrink-0 lg:size-4" />
      <span className="sr-only lg:hidden">{panelTitles.palette}</span>
      <span className="hidden lg:inline">Search or jump to…</span>
      <span aria-hidden="true" className="hidden lg:inline-flex">
        <KeyCaps of="palette" />
      </span>
    </button>
  );
}
