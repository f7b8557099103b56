import Check from 'lucide/check';
import Ellipsis from 'lucide/ellipsis';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button, IconButton } from './button.tsx';
import { type ButtonVariant, classNames, type Icon } from './classes.ts';

interface MenuItem {
  label: string;
  icon?: Icon | undefined;
  run: () => void;
  /** On or off; choosing it changes that. */
  checked?: boolean | undefined;
  /** Whether it is the one chosen in its group. */
  chosen?: boolean | undefined;
  /** After the label, e.g. how many there are. */
  note?: string | undefined;
  isDanger?: boolean;
  /** Something to be done there, in few words. */
  toDo?: string | undefined;
}

export interface MenuGroup {
  heading?: string;
  items: readonly MenuItem[];
}

/** Between button and menu, and between menu and the edge of the window; in pixels. */
const gap = 4;

/** Below the button, above it if there is more room; toward the middle of the window. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const roomBelow = innerHeight - bottom - 2 * gap;
  const roomAbove = top - 2 * gap;
  const isBelow = menu.offsetHeight <= roomBelow || roomBelow >= roomAbove;
  menu.style.maxHeight = `${isBelow ? roomBelow : roomAbove}px`;
  const { offsetWidth, offsetHeight } = menu;
  const { clientWidth } = document.documentElement;
  const wanted = left + right < clientWidth ? left : right - offsetWidth;
  menu.style.left = `${Math.max(gap, Math.min(wanted, clientWidth - offsetWidth - gap))}px`;
  menu.style.top = `${isBelow ? bottom + gap : top - gap - offsetHeight}px`;
}

const itemsIn = (menu: Element | null) => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []),
];

const toDoMark = 'size-2 shrink-0 rounded-full bg-accent';

function Item({
  item,
  isIndented,
  onChosen,
}: {
  item: MenuItem;
  /** Others of its group have an icon. */
  isIndented: boolean;
  onChosen: () => void;
}) {
  const { label, icon: IconPart, run, checked, chosen, note, isDanger, toDo } = item;
  const role =
    (checked !== undefined && 'menuitemcheckbox') ||
    (chosen !== undefined && 'menuitemradio') ||
    'menuitem';
  const isOn = checked ?? chosen;
  return (
    <button
      type="button"
      {...{ role, 'aria-checked': isOn }}
      tabIndex={-1}
      onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
      onClick={() => {
        onChosen();
        run();
      }}
      className={classNames(
        'flex min-h-control w-full min-w-0 select-none items-center gap-3 rounded px-3 py-1 text-left focus:bg-sunken focus-visible:outline-offset-[-2px]',
        isDanger && 'text-late',
      )}
    >
      {IconPart ? (
        <IconPart aria-hidden="true" size={16} className="shrink-0" />
      ) : (
        isIndented && <span className="w-4" />
      )}
      <span className="min-w-0 flex-1 break-words">{label}</span>
      {note !== undefined && <span className="figures text-ink-muted text-sm">{note}</span>}
      {toDo !== undefined && (
        <span className="flex items-center gap-2 text-accent text-sm">
          <span aria-hidden="true" className={toDoMark} />
          {toDo}
        </span>
      )}
      {isOn && <Check aria-hidden="true" size={16} className="shrink-0 text-accent" />}
    </button>
  );
}

/**
 * What is needed less often, behind one button: an icon, or the label itself if a `variant` is
 * given. After the pattern "menu button" of the ARIA Authoring Practices, on the browser's own
 * popover: a press beside it closes it.
 */
export function Menu({
  label = 'More',
  of: subject,
  icon,
  variant,
  shown,
  groups,
}: {
  label?: string;
  /** Tells one of many menus from the next, e.g. the ticket's number; read out, not shown. */
  of?: string;
  icon?: Icon;
  variant?: ButtonVariant;
  /** Instead of the label: what has been chosen, if `of` says it to screen readers. */
  shown?: ReactNode;
  /** A function is called when the menu opens: a list has many menus, and few are ever opened. */
  groups: readonly MenuGroup[] | (() => readonly MenuGroup[]);
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  /** When the pointer came down: by the time of the click, the browser has closed it. */
  const wasOpen = useRef(false);
  const all = typeof groups === 'function' ? (isOpen ? groups() : []) : groups;
  const toDo = all.flatMap(({ items }) => items).find((item) => item.toDo !== undefined);
  const about = subject ?? (toDo && `${toDo.label}, ${toDo.toDo}`);
  const name = about === undefined ? label : `${label}: ${about}`;

  useLayoutEffect(() => {
    if (!isOpen || menu.current === null || button.current === null) return;
    menu.current.showPopover();
    place(menu.current, button.current);
    itemsIn(menu.current)[0]?.focus({ preventScroll: true });
  }, [isOpen]);

  useEffect(() => {
    if (!isOpen) return;
    const follow = ({ target }: Event) => {
      if (target === menu.current || menu.current === null || button.current === null) return;
      place(menu.current, button.current);
    };
    const over = new AbortController();
    addEventListener('scroll', follow, { capture: true, passive: true, signal: over.signal });
    addEventListener('resize', follow, { signal: over.signal });
    return () => over.abort();
  }, [isOpen]);

  function close() {
    menu.current?.hidePopover();
    button.current?.focus({ preventScroll: true });
  }

  function move(event: KeyboardEvent) {
    const all = itemsIn(menu.current);
    const at = all.findIndex((item) => item.matches(':focus'));
    const target = {
      ArrowDown: all[(at + 1) % all.length],
      ArrowUp: all.at(at - 1),
      Home: all[0],
      End: all.at(-1),
    }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') close();
    target?.focus();
    if (target || event.key === 'Escape') event.preventDefault();
    // No key of the menu is also one for the dialog or page behind it; Tab continues from the button.
    event.stopPropagation();
  }

  const props = {
    ref: button,
    id: `${id}-button`,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    onPointerDown: () => {
      wasOpen.current = isOpen;
    },
    onClick: ({ detail }: MouseEvent) => {
      if (detail === 0 || !wasOpen.current) setIsOpen(true);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      setIsOpen(true);
    },
  } as const;

  const control =
    variant === undefined ? (
      <IconButton {...props} icon={icon ?? Ellipsis} label={name} />
    ) : (
      <Button {...props} variant={variant} aria-label={name} {...(icon && { icon })}>
        {shown ?? label}
      </Button>
    );

  return (
    <>
      {toDo === undefined ? (
        control
      ) : (
        <span className="relative grid min-w-0">
          {control}
          <span
            aria-hidden="true"
            className={`pointer-events-none absolute top-2 right-2 ${toDoMark}`}
          />
        </span>
      )}
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-labelledby={`${id}-button`}
        tabIndex={-1}
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
        onKeyDown={move}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) currentTarget.hidePopover();
        }}
        // It may be in a row that opens something when pressed.
        onClick={(event) => event.stopPropagation()}
        className="fixed inset-auto m-0 w-max min-w-44 max-w-80 divide-y overflow-y-auto overscroll-contain rounded border bg-surface p-1 text-ink shadow-lift"
      >
        {isOpen &&
          all.map(({ heading, items }) => (
            <fieldset
              key={heading ?? items[0]?.label}
              aria-label={heading}
              className="min-w-0 py-1 first:pt-0 last:pb-0"
            >
              {heading !== undefined && (
                <div aria-hidden="true" className="px-3 pt-2 pb-1 text-ink-muted text-sm">
                  {heading}
                </div>
              )}
              {items.map((item) => (
                <Item
                  key={item.label}
                  item={item}
                  isIndented={items.some(({ icon: each }) => each)}
                  onChosen={close}
                />
              ))}
            </fieldset>
          ))}
      </div>
    </>
  );
}
