import CircleAlert from 'lucide/circle-alert';
import CircleCheck from 'lucide/circle-check';
import Info from 'lucide/info';
import X from 'lucide/x';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { type ShownToast, toastLifetime, toasts } from '../data/toasts.ts';
import { Button, IconButton, Spinner } from '../ui/button.tsx';
import { classNames } from '../ui/classes.ts';
import { onPhoneCovered, openDialogs } from '../ui/open-dialogs.ts';
import { frontFootTop, onPhone } from '../ui/scroll.ts';
import { ariaKeysOf, isUndoPress } from '../ui/shortcuts.ts';
import { type Box, isSameRoom, toastPlace } from './toast-place.ts';

const icons = {
  success: <CircleCheck aria-hidden="true" size={18} className="text-good" />,
  error: <CircleAlert aria-hidden="true" size={18} className="text-late" />,
  info: <Info aria-hidden="true" size={18} className="text-accent" />,
  progress: <Spinner size={18} />,
};

/** Not read out: the message says what is going to happen, and each second would repeat it. */
function SecondsLeft({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 200);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return (
    <span aria-hidden="true" className="figures text-ink-muted">
      {seconds}
    </span>
  );
}

/** The focus is rarely in the message while it counts down: its keys work anywhere but in a field. */
function useUndoKeys({ until, action }: ShownToast, close: () => void) {
  const isCounting = until !== undefined;
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isUndoPress(event) || isEditable(event.target)) return;
    event.preventDefault();
    close();
    action?.run();
  });
  useEffect(() => {
    if (!isCounting) return;
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isCounting]);
}

const isEditable = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable]') !== null;

function Toast({ toast }: { toast: ShownToast }) {
  const { action, otherAction, until } = toast;
  const [isPaused, setIsPaused] = useState(false);
  const focusBefore = useRef<Element | null>(null);

  useEffect(() => {
    const lifetime = toastLifetime(toast);
    // A user who reads or reaches for it gets the whole time again.
    if (isPaused || lifetime === null) return;
    const timer = setTimeout(() => toasts.close(toast.id), lifetime);
    return () => clearTimeout(timer);
  }, [isPaused, toast]);

  function close() {
    const before = focusBefore.current;
    toasts.close(toast.id);
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  }

  const press =
    ({ run, opens = false }: { run: () => void; opens?: boolean }) =>
    () => {
      if (opens && !openDialogs.closeAll({ but: 'those that ask' })) {
        toasts.show({
          kind: 'info',
          title: 'Finish the open form first',
          detail: 'Save or close it, then try again.',
        });
        return;
      }
      close();
      run();
    };
  useUndoKeys(toast, close);

  return (
    <article
      data-toast={toast.kind}
      // A press here leaves the focus where the user is working.
      onMouseDown={(event) => event.preventDefault()}
      // Not pointerenter: a mouse that merely rests where it appears does not reach for it.
      onPointerMove={(event) => {
        if (event.movementX !== 0 || event.movementY !== 0) setIsPaused(true);
      }}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={(event) => {
        setIsPaused(true);
        if (!event.currentTarget.contains(event.relatedTarget)) {
          focusBefore.current = event.relatedTarget;
        }
      }}
      onBlur={() => setIsPaused(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          close();
        }
      }}
      className={classNames(
        'pointer-events-auto relative flex w-full max-w-md animate-rise flex-wrap items-start gap-x-3 rounded border bg-surface py-1 pr-12 pl-11.5 text-ink shadow-lift max-sm:max-w-none max-sm:gap-x-2 motion-reduce:animate-none',
        toast.action ? 'max-sm:pl-3' : 'max-sm:pl-10',
      )}
    >
      <span
        className={classNames(
          'absolute top-1 left-4 flex min-h-control items-center max-sm:left-3',
          toast.action && 'max-sm:hidden',
        )}
      >
        {icons[toast.kind]}
      </span>
      <Words toast={toast} onPress={toast.onPress && press({ run: toast.onPress, opens: true })} />
      {(action || otherAction) && (
        <div
          // Beside the words if there is room for both, else below them.
          className={classNames('flex flex-wrap gap-1.5', otherAction && 'basis-full pb-1')}
        >
          {action && (
            <Button
              onClick={press(action)}
              aria-keyshortcuts={until === undefined ? undefined : ariaKeysOf('undo')}
            >
              {action.label}
              {until !== undefined && <SecondsLeft until={until} />}
            </Button>
          )}
          {otherAction && <Button onClick={press(otherAction)}>{otherAction.label}</Button>}
        </div>
      )}
      <div className="absolute top-1 right-1 flex">
        <IconButton icon={X} label="Close notification" onClick={close} />
      </div>
    </article>
  );
}

function Words({
  toast: { title, detail, action },
  onPress,
}: {
  toast: ShownToast;
  onPress: (() => void) | undefined;
}) {
  const words = (
    <>
      <span className="break-words font-medium sm:block">{title}</span>{' '}
      {detail?.split('\n').map((line, index) => (
        <span
          key={line}
          className={classNames(
            'break-words text-ink-muted text-sm sm:block',
            // On a phone the first continues the title; the next ones are sentences of their own.
            index > 0 && 'block',
            // On a phone it stays low.
            action && index > 0 && 'max-sm:sr-only',
          )}
        >
          {line}{' '}
        </span>
      ))}
    </>
  );
  return (
    <div
      className={classNames(
        'min-w-0 flex-1 self-center py-2 text-left',
        action && 'min-w-44 max-sm:text-sm sm:min-w-60',
      )}
    >
      {onPress === undefined ? (
        words
      ) : (
        <button
          type="button"
          onClick={onPress}
          className="w-full cursor-pointer rounded text-left hover:underline"
        >
          {words}
        </button>
      )}
    </div>
  );
}

/** The button bars of the page and of dialogs, and submit buttons. */
const buttonBars = '[data-foot], button[type="submit"]';

const keptFree = `a[data-ticket], .is-ticket-number, [data-draft], ${buttonBars}`;

/** What a message makes room for while it is shown: not rows, which come and go on their own. */
const obstacles = `[role="dialog"], [role="alertdialog"], [data-draft], ${buttonBars}`;

/** Those on the page, and how high each is; not where they are, which changes as the user scrolls. */
const obstaclesNow = () =>
  [...document.querySelectorAll<HTMLElement>(obstacles)].flatMap((part) => [
    part,
    part.offsetHeight,
  ]);

/** A button in it must not move away from a pointer or the focus. */
const isReachedFor = (toast: Element) => toast.matches(':hover, :focus-within, :active');

/**
 * Whether it can be seen, not hidden behind a ticket that covers a phone. In a list, the item is measured:
 * what is far from the view isn't laid out.
 */
function isSeen(part: Element): boolean {
  if (part.closest('[inert]') !== null) return false;
  const { top, bottom } = (part.closest('[data-item]') ?? part).getBoundingClientRect();
  return bottom > innerHeight / 3 && top < innerHeight && part.checkVisibility();
}

/** Without the padding around the words, which is only for fingers. */
function boxOf(part: Element): Box {
  const { left, right, top, bottom } = part.getBoundingClientRect();
  const { paddingTop, paddingBottom } = getComputedStyle(part);
  return {
    left,
    right,
    top: top + Number.parseFloat(paddingTop),
    bottom: bottom - Number.parseFloat(paddingBottom),
  };
}

/**
 * Where a toast is: above the bar at the bottom of a phone or, while a dialog is open, above its
 * buttons and what went wrong; elsewhere at the bottom left, or wherever it covers no ticket number, no
 * text that is being written and no button that saves. It moves only for these, a dialog or a resized window,
 * and never while someone is reaching for it.
 */
function usePlace(shownId: number | undefined) {
  const region = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (shownId === undefined) return;
    const measure = () => {
      const part = region.current;
      const toast = part?.querySelector('article');
      if (!part || !toast) return;
      const isOnPhone = matchMedia(onPhone).matches;
      const { left, right } = part.getBoundingClientRect();
      const bottom = (isOnPhone ? frontFootTop() : innerHeight) - (isOnPhone ? 8 : 24);
      const kept = [...document.querySelectorAll(keptFree)].filter(isSeen).map(boxOf);
      const frame = { left, right, top: 0, bottom };
      // As it will be laid out: it moves in from below.
      const size = { width: toast.clientWidth, height: toast.clientHeight };
      const { side, above } = toastPlace(frame, size, kept);
      part.dataset.side = side;
      part.style.bottom = `max(${innerHeight - bottom + above}px, env(safe-area-inset-bottom))`;
    };
    let frame = 0;
    let before: unknown[] | undefined;
    const look = () => {
      const toast = region.current?.querySelector('article');
      if (toast && before !== undefined && isReachedFor(toast)) return;
      const now = obstaclesNow();
      if (before !== undefined && isSameRoom(before, now)) return;
      before = now;
      measure();
    };
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    look();
    const observer = new MutationObserver(soon);
    observer.observe(document.body, { childList: true, subtree: true });
    const over = new AbortController();
    const { signal } = over;
    addEventListener(
      'resize',
      () => {
        before = [];
        soon();
      },
      { signal },
    );
    // Catches up on changes made while someone was reaching for it.
    for (const end of ['pointerup', 'pointerout', 'focusout']) {
      region.current?.addEventListener(end, soon, { signal });
    }
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      over.abort();
    };
  }, [shownId]);
  return region;
}

/**
 * Rendered once, at the end of the application; the page keeps as much room at its end. Both live
 * regions are there from the start, because one that arrives together with its text is not read out.
 */
export function ToastRegion() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current);
  const isUrgent = shown?.kind === 'error';
  const region = usePlace(shown?.id);
  const toast = shown && <Toast key={shown.id} toast={shown} />;
  // The last message would cover what is read or typed next.
  useEffect(() => onPhoneCovered(toasts.makeRoom), []);
  return createPortal(
    <section
      aria-label="Notifications"
      ref={region}
      className="pointer-events-none fixed inset-x-4 bottom-2 z-50 flex justify-center sm:inset-x-6 sm:bottom-6 sm:justify-start sm:data-[side=right]:justify-end"
    >
      <div aria-live="polite" aria-atomic="true" className="contents">
        {!isUrgent && toast}
      </div>
      <div aria-live="assertive" aria-atomic="true" className="contents">
        {isUrgent && toast}
      </div>
    </section>,
    document.body,
  );
}
