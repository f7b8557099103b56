import { type ComponentType, useSyncExternalStore } from 'react';
import { toasts } from '../ui/toasts.ts';

/** The dialogs that any screen can open by a key: loaded when they are first wanted, one at a time. */

export interface PanelProps {
  open: boolean;
  onClose: () => void;
}

const load = {
  palette: async () => (await import('../palette/command-palette.tsx')).CommandPalette,
  sheet: async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet,
  logOut: async () => (await import('../outbox/log-out-panel.tsx')).LogOutPanel,
  outbox: async () => (await import('../outbox/outbox-panel.tsx')).OutboxPanel,
  texts: async () => (await import('../simulator/simulated-phone-dialog.tsx')).SimulatedPhoneDialog,
} satisfies Record<string, () => Promise<ComponentType<PanelProps>>>;

export type PanelName = keyof typeof load;

/** Also for those who only lead to them. */
export const panelTitles = { palette: 'Command palette', sheet: 'Keyboard shortcuts' };

/** Load what the panels are made of, so that a later press needs no network. */
export const panelLoaders: readonly (() => Promise<unknown>)[] = Object.values(load);

interface Shown {
  name: PanelName;
  Panel: ComponentType<PanelProps>;
  isOpen: boolean;
}

/** Stays while it closes. */
let shown: Shown | null = null;
const listeners = new Set<() => void>();

function change(next: Shown | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

let opening = 0;

export const panels = {
  async open(name: PanelName): Promise<void> {
    opening += 1;
    try {
      change({ name, Panel: await load[name](), isOpen: true });
    } catch {
      toasts.show({
        kind: 'error',
        title: 'This could not be opened',
        detail: 'Check the connection to the shop’s server and try again.',
      });
    } finally {
      opening -= 1;
    }
  },
  /** One is still loading: what is typed now is meant for it. */
  isOpening: (): boolean => opening > 0,
  close(): void {
    if (shown?.isOpen) change({ ...shown, isOpen: false });
  },
  isOpen: (name: PanelName): boolean => shown?.name === name && shown.isOpen,
  /** With the screen that they stood over. */
  forget: (): void => change(null),
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useShownPanel(): Shown | null {
  return useSyncExternalStore(subscribe, () => shown);
}
