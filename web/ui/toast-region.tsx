import CircleAlert from 'lucide/circle-alert';
import CircleCheck from 'lucide/circle-check';
import Info from 'lucide/info';
import X from 'lucide/x';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton, Spinner } from './button.tsx';
import { frontBarsBottom } from './scroll.ts';
import { type ShownToast, toastLifetime, toasts } from './toasts.ts';

/** Whether a press landed on a toast, so that an open dialog does not take it for one beside it. */
export function isInToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-toast]') !== null;
}

const icons = {
  success: <CircleCheck aria-hidden="true" size={18} className="text-good" />,
  error: <CircleAlert aria-hidden="true" size={18} className="text-late" />,
  info: <Info aria-hidden="true" size={18} className="text-accent" />,
  progress: <Spinner size={18} />,
};

function Toast({ toast }: { toast: ShownToast }) {
  const [isHeld, setIsHeld] = useState(false);
  const focusBefore = useRef<Element | null>(null);

  useEffect(() => {
    const lifetime = toastLifetime(toast);
    // A user who reads or reaches for it gets the whole time again.
    if (isHeld || lifetime === null) return;
    const timer = setTimeout(() => toasts.close(toast.id), lifetime);
    return () => clearTimeout(timer);
  }, [isHeld, toast]);

  function close() {
    const before = focusBefore.current;
    toasts.close(toast.id);
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  }

  return (
    <article
      data-toast={toast.kind}
      // A press here leaves the focus where the user is working.
      onMouseDown={(event) => event.preventDefault()}
      // Not pointerenter: a mouse that merely rests where it appears does not reach for it.
      onPointerMove={(event) => {
        if (event.movementX !== 0 || event.movementY !== 0) setIsHeld(true);
      }}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={(event) => {
        setIsHeld(true);
        if (!event.currentTarget.contains(event.relatedTarget)) {
          focusBefore.current = event.relatedTarget;
        }
      }}
      onBlur={() => setIsHeld(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          close();
        }
      }}
      className="pointer-events-auto flex w-full max-w-md animate-rise items-start gap-3 rounded border bg-surface py-1 pr-1 pl-4 text-ink shadow-lift motion-reduce:animate-none"
    >
      <span className="flex min-h-control items-center">{icons[toast.kind]}</span>
      <Words toast={toast} onPressed={close} />
      <IconButton icon={X} label="Close message" onClick={close} />
    </article>
  );
}

function Words({ toast, onPressed }: { toast: ShownToast; onPressed: () => void }) {
  const { title, detail, action, onPress } = toast;
  const place = 'min-w-0 flex-1 self-center py-2 text-left';
  const words = (
    <>
      <span className="block break-words font-medium">{title}</span>
      {detail?.split('\n').map((line) => (
        <span key={line} className="block break-words text-ink-muted text-sm">
          {line}
        </span>
      ))}
    </>
  );
  if (onPress === undefined) {
    return (
      <div className={place}>
        {words}
        {action && (
          <div className="pt-2">
            <Button
              onClick={() => {
                onPressed();
                action.run();
              }}
            >
              {action.label}
            </Button>
          </div>
        )}
      </div>
    );
  }
  return (
    <button
      type="button"
      onClick={() => {
        onPressed();
        onPress();
      }}
      className={`${place} cursor-pointer rounded hover:underline`}
    >
      {words}
    </button>
  );
}

/**
 * Where a toast stands on a phone: below the page's bars or, while one is open, below the dialog's
 * title and its Close. Not at the bottom, where the buttons and the screen's keyboard are.
 */
function useTopEdge(isShown: boolean) {
  const region = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (!isShown) return;
    const measure = () =>
      region.current?.style.setProperty('--toast-top', `${frontBarsBottom()}px`);
    measure();
    // Dialogs come and go at the end of the document.
    const observer = new MutationObserver(measure);
    observer.observe(document.body, { childList: true });
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('resize', measure);
    };
  }, [isShown]);
  return region;
}

/**
 * Stands once, at the end of the application: at the top of a phone, at the bottom left elsewhere,
 * where it covers no dialog's buttons and the page ends in as much room. Both live regions are there from the start, because
 * a region that arrives together with its text is not read out.
 */
export function ToastRegion() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current);
  const isUrgent = shown?.kind === 'error';
  const region = useTopEdge(shown !== null);
  const toast = shown && <Toast key={shown.id} toast={shown} />;
  return createPortal(
    <section
      aria-label="Messages"
      ref={region}
      className="pointer-events-none fixed inset-x-4 top-[calc(max(var(--toast-top,0px),env(safe-area-inset-top))+0.5rem)] z-50 flex justify-center sm:inset-x-6 sm:top-auto sm:bottom-6 sm:justify-start"
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
