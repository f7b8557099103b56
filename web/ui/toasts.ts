/**
 * One message at a time, shown over whatever is on the screen; a new one takes the old one's
 * place. May be called from anywhere, also outside React. Source: specification, section 4
 * ("one at a time") and section 9 ("success toasts: after 1.5 seconds").
 */

export type ToastKind = 'success' | 'error' | 'info' | 'progress';

export interface ToastMessage {
  kind: ToastKind;
  title: string;
  /** Each line of it stands in a paragraph of its own. */
  detail?: string | undefined;
  /** What can be done about it: closes the message. */
  action?: { label: string; run: () => void };
}

export interface ShownToast extends ToastMessage {
  /** Tells two toasts with the same words apart. */
  id: number;
}

/** How long each kind stays, in milliseconds; null until it is closed or replaced. */
const toastLifetimes: Record<ToastKind, number | null> = {
  success: 1_500,
  info: 4_000,
  error: 8_000,
  progress: null,
};

/** Time to read it and to reach for what it offers, in milliseconds. */
const lifetimeWithAction = 10_000;

/** @returns how long a message stays, in milliseconds; null until it is closed or replaced */
export function toastLifetime({ kind, action }: ToastMessage): number | null {
  return action === undefined ? toastLifetimes[kind] : lifetimeWithAction;
}

let shown: ShownToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: ShownToast | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

export const toasts = {
  /** @returns the toast's id, for closing this one and no later one */
  show(message: ToastMessage): number {
    lastId += 1;
    change({ ...message, id: lastId });
    return lastId;
  },
  /** Without an id: whatever is shown. */
  close(id?: number): void {
    if (shown !== null && (id === undefined || shown.id === id)) change(null);
  },
  current(): ShownToast | null {
    return shown;
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
