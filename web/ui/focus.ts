import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

/**
 * Puts the focus into a field of a form at once. React Hook Form's `setFocus` waits a moment first:
 * on a busy machine it then takes the focus from a field that the user has begun to type in.
 */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (!(field instanceof HTMLElement)) return;
  field.focus();
  // What was filled in at the same time may push it behind what stays at the bottom.
  requestAnimationFrame(() => field.scrollIntoView({ block: 'nearest' }));
}

/**
 * When the button that was pressed disappears with its row, the focus would fall to
 * the top of the page: it goes to the part's heading instead.
 *
 * @param given the heading, if it is at hand; it takes the focus by a script only: `tabIndex={-1}`
 * @returns refs for what the buttons are in, and for its heading
 */
export function useKeptFocus<Part extends HTMLElement = HTMLElement>(
  given?: RefObject<HTMLHeadingElement | null>,
) {
  const part = useRef<Part>(null);
  const own = useRef<HTMLHeadingElement>(null);
  const heading = given ?? own;
  useEffect(() => {
    const element = part.current;
    if (element === null) return;
    let last: EventTarget | null = null;
    const remember = (event: FocusEvent) => {
      last = event.target;
    };
    // A person who presses Tab moves on, perhaps out of the page: nothing is lost with what they leave.
    const moveOn = ({ key }: globalThis.KeyboardEvent) => {
      if (key === 'Tab') last = null;
    };
    element.addEventListener('focusin', remember);
    element.addEventListener('keydown', moveOn, { capture: true });

    const isLost = () =>
      last instanceof Node && !last.isConnected && document.activeElement === document.body;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The whole page, because the focus may be lost later, with the dialog that was opened from there.
    const observer = new MutationObserver(() => {
      if (!isLost()) return;
      clearTimeout(timer);
      // Between leaving one element and reaching the next nothing has the focus either: what folds
      // as it is left must not call the focus back.
      timer = setTimeout(() => {
        if (!isLost()) return;
        last = null;
        heading.current?.focus({ preventScroll: true });
      });
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('focusin', remember);
      element.removeEventListener('keydown', moveOn, { capture: true });
      observer.disconnect();
    };
  }, [heading]);
  return { part, heading };
}

/** The arrow keys, Home and End move the focus among what a row holds. */
export function moveFocus(event: KeyboardEvent<HTMLElement>, selector: string): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = all.findIndex((each) => each.matches(':focus'));
  const target = {
    ArrowRight: all[(at + 1) % all.length],
    ArrowLeft: all.at(at - 1),
    Home: all[0],
    End: all.at(-1),
  }[event.key];
  if (at === -1 || target === undefined) return;
  event.preventDefault();
  target.focus();
}

/** What opened a dialog may leave its list a moment after it got the focus back. */
const watchedForMs = 1_500;
const everyMs = 100;

/**
 * If the element that opened a dialog is gone, the focus goes to the panel, not to the top of the page. Once the
 * user presses something, the focus is theirs to move.
 *
 * @returns a function that ends it
 */
export function watchLostFocus(): () => void {
  const until = Date.now() + watchedForMs;
  let wasLost = false;
  const timer = setInterval(() => {
    if (Date.now() > until) stop();
    const isLost = document.activeElement === document.body;
    // At the second look: a part that keeps its own focus (`useKeptFocus`) takes it first.
    if (isLost && wasLost) {
      document.querySelector<HTMLElement>('[role="tabpanel"]')?.focus({ preventScroll: true });
    }
    wasLost = isLost;
  }, everyMs);
  function stop() {
    clearInterval(timer);
    document.removeEventListener('pointerdown', stop, { capture: true });
  }
  document.addEventListener('pointerdown', stop, { capture: true });
  return stop;
}
