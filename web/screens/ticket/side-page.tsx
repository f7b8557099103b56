import X from 'lucide/x';
import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { createPortal } from 'react-dom';
import { besidePage } from '../../data/go-to.ts';
import { IconButton } from '../../ui/button.tsx';
import { atEdgeClasses } from '../../ui/classes.ts';
import { useKeptFocus } from '../../ui/focus.ts';
import { useOpenDialog } from '../../ui/open-dialogs.ts';
import { useMedia } from '../../ui/scroll.ts';

/** @returns all of the page but its header, which stays in reach: Logout is there at every size */
const partsCovered = () => [...document.querySelectorAll('#root > :not([data-top-bar])')];

const stay = (): void => undefined;

interface PageParts {
  headingId: string;
  heading: RefObject<HTMLHeadingElement | null>;
  close: () => void;
}

const Page = createContext<PageParts>({ headingId: '', heading: { current: null }, close: stay });

/**
 * A page of its own below the header, over the page or beside it on a wide screen. It is in the address: going
 * elsewhere is what closes it. Not built on Base UI's dialog, which, beside the page, takes its own
 * content out of the tab order and leaves guards there that lead nowhere.
 *
 * @param subject what it shows, null while it is closed; another one takes the focus to the heading
 * @param holdsWork what comes from elsewhere, such as a scan, must not replace it
 * @param origin where the focus goes afterwards when what opened it is gone
 */
export function SidePage({
  subject,
  ...rest
}: {
  subject: string | null;
  holdsWork: boolean;
  origin: () => HTMLElement | null;
  onClose: () => void;
  onClosed: () => void;
  children: ReactNode;
}) {
  return subject !== null && createPortal(<OpenPage subject={subject} {...rest} />, document.body);
}

function OpenPage({
  subject,
  holdsWork,
  origin,
  onClose,
  onClosed,
  children,
}: Omit<Parameters<typeof SidePage>[0], 'subject'> & { subject: string }) {
  const isBeside = useMedia(besidePage);
  const heading = useRef<HTMLHeadingElement>(null);
  const { part: page } = useKeptFocus<HTMLDivElement>(heading);
  const opener = useRef<Element | null>(null);
  const headingId = useId();
  useOpenDialog(true, { isGuarded: holdsWork, isInTheWay: !isBeside, asks: true, close: stay });

  const begin = useEffectEvent(() => {
    const { activeElement } = document;
    const isInside = page.current?.contains(activeElement) ?? false;
    opener.current = isInside ? null : activeElement;
    // The page may arrive after a menu was opened, which would close if it lost the focus.
    if (activeElement?.closest('[role="menu"]')) return;
    heading.current?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => {
    if (subject !== '') begin();
  }, [subject]);

  useEffect(() => {
    if (isBeside) return;
    const covered = partsCovered();
    for (const part of covered) part.toggleAttribute('inert', true);
    document.documentElement.classList.add('overflow-hidden');
    return () => {
      for (const part of covered) part.removeAttribute('inert');
      document.documentElement.classList.remove('overflow-hidden');
    };
  }, [isBeside]);

  const leave = useEffectEvent(() => {
    onClosed();
    if (document.activeElement !== document.body) return;
    const from = opener.current;
    const isThere = from instanceof HTMLElement && from.isConnected && from !== document.body;
    (isThere ? from : origin())?.focus({ preventScroll: true });
  });

  // After what answers to Escape itself: a menu, a field of the page beside it.
  const press = useEffectEvent(({ key, target, defaultPrevented }: KeyboardEvent) => {
    if (key !== 'Escape' || defaultPrevented || !(target instanceof Element)) return;
    const isMenu = target.closest('[role="menu"], [role="listbox"]') !== null;
    if (!isMenu && (target === document.body || page.current?.contains(target))) onClose();
  });
  // Before the page is drawn: Escape closes what one sees.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  useEffect(() => () => leave(), []);

  return (
    <div
      ref={page}
      role="dialog"
      aria-labelledby={headingId}
      data-open={isBeside ? undefined : true}
      className="fixed inset-0 top-(--top-bar) z-40 flex animate-rise flex-col overscroll-contain bg-surface text-ink tight:overflow-y-auto xl:left-auto xl:z-20 xl:w-ticket xl:border-l"
    >
      <Page value={{ headingId, heading, close: onClose }}>{children}</Page>
    </div>
  );
}

export function SidePageHead({ title }: { title: ReactNode }) {
  const { headingId, heading, close } = use(Page);
  return (
    <div className="flex items-start gap-3 bg-surface px-4 pt-2 max-sm:sticky max-sm:top-0 max-sm:z-20 sm:px-6">
      <h2
        ref={heading}
        id={headingId}
        tabIndex={-1}
        className="min-w-0 flex-1 break-words pt-2 font-semibold text-lg"
      >
        {title}
      </h2>
      <span className={atEdgeClasses}>
        <IconButton icon={X} label="Close" onClick={close} />
      </span>
    </div>
  );
}

/** It may hold nothing that takes the focus, and must scroll by keyboard all the same. */
const scrollable = { role: 'group', 'aria-label': 'Content', tabIndex: 0 } as const;

export function SidePageBody({ children }: { children: ReactNode }) {
  return (
    <div
      {...scrollable}
      className="@container min-h-0 flex-1 scroll-pb-20 overflow-y-auto overscroll-contain px-4 py-4 tight:flex-none tight:overflow-visible sm:px-6"
    >
      {children}
    </div>
  );
}
