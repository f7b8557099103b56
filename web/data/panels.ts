import type { ComponentType } from 'react';
import { createStore } from './store.ts';
import { toasts } from './toasts.ts';

/** The dialogs that any screen can open by a key: loaded when they are first wanted, one at a time. */

export interface PanelProps {
  open: boolean;
  onClose: () => void;
  subject?: string | undefined;
}

export type PanelName = 'palette' | 'sheet' | 'logOut' | 'outbox' | 'texts' | 'move' | 'setUp';

export type PanelLoaders = Record<PanelName, () => Promise<ComponentType<PanelProps>>>;

let load: PanelLoaders;

/** Called once, by the only module that knows the panels' code. */
export function definePanels(loaders: PanelLoaders): void {
  load = loaders;
}

export const panelTitles = {
  palette: 'Search or jump to',
  sheet: 'Keyboard shortcuts',
  move: 'Move watches',
};

interface Shown {
  name: PanelName;
  Panel: ComponentType<PanelProps>;
  isOpen: boolean;
  subject: string | undefined;
}

/** Stays while it closes. */
const store = createStore<Shown | null>(null);

let opening = 0;

/** Shown if the code of what was to be opened did not arrive. */
export const showNotOpened = () =>
  toasts.show({
    kind: 'error',
    title: 'Couldn’t open this',
    detail: 'Check the connection to the shop’s server and try again.',
  });

export const panels = {
  async open(name: PanelName, subject?: string): Promise<void> {
    opening += 1;
    try {
      store.set({ name, Panel: await load[name](), isOpen: true, subject });
    } catch {
      showNotOpened();
    } finally {
      opening -= 1;
    }
  },
  /** One is still loading: what is typed now is meant for it. */
  isOpening: (): boolean => opening > 0,
  close(): void {
    const shown = store.get();
    if (shown?.isOpen) store.set({ ...shown, isOpen: false });
  },
  isOpen(name: PanelName): boolean {
    const shown = store.get();
    return shown?.name === name && shown.isOpen;
  },
  /** Together with the screen that they were over. */
  forget: (): void => store.set(null),
};

export const useShownPanel = (): Shown | null => store.useValue();
