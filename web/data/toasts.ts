import { createStore } from './store.ts';

/**
 * One message at a time; a new one takes the old one's place. One that stays until it is seen comes back when
 * the new one has gone. News of what others did waits while a message offers something or reports a failure.
 * May be called from anywhere, even outside React. Source: specification, section 4 ("one at a time") and
 * section 9 ("success toasts: after 1.5 seconds").
 */

export type ToastKind = 'success' | 'error' | 'info' | 'progress';

interface ToastAction {
  label: string;
  run: () => void;
  /** It opens something that would replace what is open. */
  opens?: boolean;
}

export interface ToastMessage {
  kind: ToastKind;
  title: string;
  /** Each line of it is in a paragraph of its own. */
  detail?: string | undefined;
  /** What can be done about it: closes the message. */
  action?: ToastAction;
  /** What else can be done. */
  otherAction?: ToastAction;
  /**
   * Counts the seconds to this moment, in milliseconds since 1970. Whatever shows it closes it
   * then.
   */
  until?: number;
  /** Where its words lead when they are pressed. */
  onPress?: () => void;
  /** Until it is pressed or closed, or a newer one of its sort comes. */
  stays?: 'question' | 'offer';
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
export function toastLifetime({ kind, action, stays, until }: ToastMessage): number | null {
  if (stays || until !== undefined) return null;
  return action === undefined ? toastLifetimes[kind] : lifetimeWithAction;
}

interface Toasts {
  shown: ShownToast | null;
  /** What others did meanwhile. */
  waiting: ShownToast | null;
  /** The latest of each sort, the newest last. */
  kept: readonly ShownToast[];
}

const none: Toasts = { shown: null, waiting: null, kept: [] };
const store = createStore(none);
let lastId = 0;

/** Whether the user would miss it: what it offers, or that something did not work. */
const mustBeSeen = (toast: ShownToast | null) =>
  toast !== null && (toast.action !== undefined || toast.kind === 'error');

export const toasts = {
  /** @returns the toast's id, for closing this one and no later one */
  show(message: ToastMessage): number {
    lastId += 1;
    const toast = { ...message, id: lastId };
    const now = store.get();
    const { shown } = now;
    if (message.stays) {
      const others = now.kept.filter(({ stays }) => stays !== message.stays);
      store.set({ ...now, shown: mustBeSeen(shown) ? shown : null, kept: [...others, toast] });
    } else if (message.isNews && mustBeSeen(shown)) store.set({ ...now, waiting: toast });
    else store.set({ ...now, shown: toast });
    return lastId;
  },
  /** Without an id: the one that is shown. */
  close(id?: number): void {
    const now = store.get();
    const seen = id ?? toasts.current()?.id;
    const all = [now.shown, now.waiting, ...now.kept];
    if (seen === undefined || !all.some((toast) => toast?.id === seen)) return;
    const but = (toast: ShownToast | null) => (toast?.id === seen ? null : toast);
    const kept = now.kept.filter(({ id: other }) => other !== seen);
    store.set({ shown: but(now.shown), waiting: but(now.waiting), kept });
  },
  /** Something is opened that it would cover: what is under way, counts down or stays until it is seen remains. */
  makeRoom(): void {
    const { shown, kept } = store.get();
    if (shown?.kind !== 'progress' && shown?.until === undefined)
      store.set({ shown: null, waiting: null, kept });
  },
  /** Also what stays until it is seen: it is no one's business after the session. */
  clear(): void {
    store.set(none);
  },
  current(): ShownToast | null {
    const { shown, waiting, kept } = store.get();
    return shown ?? waiting ?? kept.at(-1) ?? null;
  },
  subscribe: store.subscribe,
};
