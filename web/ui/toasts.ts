/**
 * One message at a time; a new one takes the old one's place. One that stays until it is seen comes
 * back when the new one has gone. What others did waits for a message that offers something or tells
 * of a failure. May be called from anywhere, also outside React. Source: specification, section 4 ("one at a time") and section 9
 * ("success toasts: after 1.5 seconds").
 */

export type ToastKind = 'success' | 'error' | 'info' | 'progress';

export interface ToastMessage {
  kind: ToastKind;
  title: string;
  /** Each line of it stands in a paragraph of its own. */
  detail?: string | undefined;
  /** What can be done about it: closes the message. */
  action?: { label: string; run: () => void };
  /** Where its words lead when they are pressed. */
  onPress?: () => void;
  /** Until it is pressed or closed. */
  stays?: boolean;
  /** Reports what someone else did, not what was pressed here. */
  isNews?: boolean;
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
export function toastLifetime({ kind, action, stays }: ToastMessage): number | null {
  if (stays) return null;
  return action === undefined ? toastLifetimes[kind] : lifetimeWithAction;
}

interface Toasts {
  shown: ShownToast | null;
  /** What others did meanwhile. */
  waiting: ShownToast | null;
  kept: ShownToast | null;
}

const none: Toasts = { shown: null, waiting: null, kept: null };
let now = none;
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: Partial<Toasts>): void {
  now = { ...now, ...next };
  for (const listener of listeners) listener();
}

/** Whether the user would miss it: what it offers, or that something did not work. */
const mustBeSeen = (toast: ShownToast | null) =>
  toast !== null && (toast.action !== undefined || toast.kind === 'error');

export const toasts = {
  /** @returns the toast's id, for closing this one and no later one */
  show(message: ToastMessage): number {
    lastId += 1;
    const toast = { ...message, id: lastId };
    const { shown } = now;
    if (message.stays) change({ shown: mustBeSeen(shown) ? shown : null, kept: toast });
    else if (message.isNews && mustBeSeen(shown)) change({ waiting: toast });
    else change({ shown: toast });
    return lastId;
  },
  /** Without an id: the one that is shown. */
  close(id?: number): void {
    const seen = id ?? toasts.current()?.id;
    if (seen === undefined || !Object.values(now).some((toast) => toast?.id === seen)) return;
    const but = (toast: ShownToast | null) => (toast?.id === seen ? null : toast);
    change({ shown: but(now.shown), waiting: but(now.waiting), kept: but(now.kept) });
  },
  /** Also what stays until it is seen: it is nobody's business after the session. */
  clear(): void {
    change(none);
  },
  current(): ShownToast | null {
    return now.shown ?? now.waiting ?? now.kept;
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
