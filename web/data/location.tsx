import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  use,
  useLayoutEffect,
  useState,
} from 'react';

/**
 * The address of the page as React state. The product has one path, and everything else in the
 * query (see address.ts), so that the browser's own history is all the router it needs.
 */

interface Here {
  pathname: string;
  search: string;
  /** What was kept with this step of the history. */
  state: unknown;
  /** How the user got here: `pop` is back, forward or the first load. */
  arrival: 'push' | 'replace' | 'pop';
}

function here(arrival: Here['arrival']): Here {
  const { pathname, search } = window.location;
  return { pathname, search, state: window.history.state, arrival };
}

const Location = createContext<Here | null>(null);

export const useLocation = (): Here => use(Location) ?? here('pop');

let show: (next: Here) => void = () => undefined;

/** @returns whether what is shown must not be left yet; `go` continues to the new address */
type Guard = (search: string, go: () => void) => boolean;

const guards = new Set<Guard>();

/** Asked before anything moves to another address. @returns a function that removes it */
export function guardAddress(next: Guard): () => void {
  guards.add(next);
  return () => void guards.delete(next);
}

/** The first guard that objects asks the user. */
const isGuarded: Guard = (search, go) => [...guards].some((guard) => guard(search, go));

/** Goes to another address of the product; `replace` for what back should skip. */
export function navigate(to: string, { replace = false, state = null as unknown } = {}): void {
  const go = () => {
    if (replace) window.history.replaceState(state, '', to);
    else window.history.pushState(state, '', to);
    show(here(replace ? 'replace' : 'push'));
  };
  if (!isGuarded(new URL(to, window.location.href).search, go)) go();
}

export function LocationProvider({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState(() => here('pop'));
  useLayoutEffect(() => {
    // What is pressed while a heavy screen is drawn comes first.
    let last = here('pop');
    let isLetGo = false;
    show = (next) => {
      last = next;
      startTransition(() => setCurrent(next));
    };
    const pop = () => {
      const go = () => {
        isLetGo = true;
        window.history.back();
      };
      if (isLetGo || !isGuarded(window.location.search, go)) show(here('pop'));
      // The browser does not ask before it goes back: the address returns to what is on the screen.
      else window.history.pushState(last.state, '', last.pathname + last.search);
      isLetGo = false;
    };
    addEventListener('popstate', pop);
    return () => removeEventListener('popstate', pop);
  }, []);
  return <Location value={current}>{children}</Location>;
}

/** Whether a press on a link is for this page: with a key held, the browser opens it elsewhere. */
export const isPlainPress = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  !(metaKey || ctrlKey || shiftKey || altKey);

/** A link within the product; pressed with a modifier it opens a tab, as all links do. */
export function Link({
  to,
  replace = false,
  onClick,
  ...rest
}: Omit<ComponentProps<'a'>, 'href'> & { to: string; replace?: boolean }) {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlainPress(event)) return;
        event.preventDefault();
        // Going where the user already is adds no step to go back.
        const isHere = to === window.location.pathname + window.location.search;
        navigate(to, { replace: replace || isHere });
      }}
    />
  );
}
