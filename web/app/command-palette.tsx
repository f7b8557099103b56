import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { type PanelProps, panelTitles } from '../data/panels.ts';
import { longestQuery } from '../parts/list/search-results.tsx';
import { controlClasses } from '../ui/classes.ts';
import { Dialog } from '../ui/dialog.tsx';
import { KeyCaps } from '../ui/key-caps.tsx';
import { Option } from '../ui/option.tsx';
import {
  type PaletteGroup,
  type PaletteItem,
  usePaletteActions,
  usePaletteSearch,
} from './palette-items.tsx';
import { useSingleKeys } from './single-keys.ts';

/** An id is used in `aria-activedescendant`, which takes no spaces. */
export const optionId = (listId: string, item: PaletteItem) =>
  `${listId}-${item.id.replace(/\W/g, '-')}`;

/** What there is to choose; the focus stays in the field, and with it the keys. */
export function PaletteList({
  id,
  groups,
  active,
  isBusy,
  onActive,
  onChoose,
}: {
  id: string;
  groups: readonly PaletteGroup[];
  active: PaletteItem | undefined;
  isBusy: boolean;
  onActive: (item: PaletteItem) => void;
  onChoose: (item: PaletteItem) => void;
}) {
  const hasSingleKeys = useSingleKeys();

  return (
    <div
      role="listbox"
      id={id}
      aria-label="Choices"
      aria-busy={isBusy}
      tabIndex={-1}
      className="-mx-3 min-h-0 flex-1 overflow-y-auto overscroll-contain"
    >
      {groups.map(({ heading, items }) => (
        <Group key={heading} heading={heading}>
          {items.map((item) => (
            <Option
              key={item.id}
              id={optionId(id, item)}
              isActive={item === active}
              onActive={() => onActive(item)}
              onChoose={() => onChoose(item)}
            >
              <span className="min-w-0 flex-1">{item.shown}</span>
              {item.shortcut && hasSingleKeys && (
                <span aria-hidden="true" className="hidden desk:inline-flex">
                  <KeyCaps of={item.shortcut} />
                </span>
              )}
            </Option>
          ))}
        </Group>
      ))}
    </div>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <fieldset aria-labelledby={headingId} className="min-w-0 pb-2">
      <div
        id={headingId}
        role="presentation"
        className="px-3 py-1 font-medium text-ink-muted text-sm"
      >
        {heading}
      </div>
      {children}
    </fieldset>
  );
}

/**
 * One field that leads everywhere: the screens, what they can do, every ticket and every client.
 * After the pattern "editable combobox with list autocomplete" of the ARIA Authoring Practices.
 */
export function CommandPalette({ open, onClose }: PanelProps) {
  const chosen = useRef<PaletteItem>(null);

  /** Run after closing: the focus has to be back where it was, so that a dialog can return it there later. */
  function runChosen() {
    const item = chosen.current;
    chosen.current = null;
    item?.run();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={runChosen}
      title={panelTitles.palette}
      isTitleHidden
    >
      <Choices
        onChoose={(item) => {
          chosen.current = item;
          onClose();
        }}
      />
    </Dialog>
  );
}

function Choices({ onChoose }: { onChoose: (item: PaletteItem) => void }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [pointedAt, setPointedAt] = useState<string | null>(null);
  /** Enter came before the answer: the first of what it brings is meant. */
  const [isAwaited, setIsAwaited] = useState(false);
  const text = typed.trim();
  const found = usePaletteSearch(text);
  const groups = [...usePaletteActions(text), ...found.groups].filter(
    ({ items }) => items.length > 0,
  );
  const items = groups.flatMap((group) => group.items);
  const active = items.find((item) => item.id === pointedAt) ?? items[0];
  const isOld = !found.isCurrent && found.error === null;

  const chooseAwaited = useEffectEvent(() => {
    setIsAwaited(false);
    // What was pointed at may have disappeared with the last answer; nothing else was meant then.
    const isMeant = pointedAt === null || active?.id === pointedAt;
    if (active && isMeant) onChoose(active);
  });
  useEffect(() => {
    if (isAwaited && !isOld) chooseAwaited();
  }, [isAwaited, isOld]);

  function type(next: string) {
    setTyped(next);
    setPointedAt(null);
    setIsAwaited(false);
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const at = active === undefined ? -1 : items.indexOf(active);
    const next = {
      ArrowDown: items[(at + 1) % items.length],
      ArrowUp: items.at(at - 1),
      Home: items[0],
      End: items.at(-1),
    }[event.key];
    if (next) {
      event.preventDefault();
      setPointedAt(next.id);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const isOfAnswer = found.groups.some((group) => group.items.some((item) => item === active));
      if (isOld && (active === undefined || isOfAnswer)) setIsAwaited(true);
      else if (active) onChoose(active);
    }
  }

  return (
    <div className="flex h-[calc(100dvh-3rem)] min-h-64 flex-col gap-3 sm:h-[min(60dvh,34rem)]">
      <label htmlFor={id} className="sr-only">
        Search or jump to
      </label>
      <input
        id={id}
        type="text"
        role="combobox"
        aria-expanded={items.length > 0}
        aria-controls={items.length > 0 ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={active ? optionId(`${id}-list`, active) : undefined}
        placeholder="A screen, an action, a ticket or a client"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={longestQuery}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        className={`${controlClasses} mr-12 h-control w-auto! shrink-0 px-3 desk:mr-8`}
      />
      <p role="status" className="min-h-5 text-ink-muted text-sm">
        {wordsFor({ text, isOld, isNothing: items.length === 0, ...found })}
      </p>
      {items.length > 0 && (
        <PaletteList
          id={`${id}-list`}
          groups={groups}
          active={active}
          isBusy={isOld}
          onActive={(item) => setPointedAt(item.id)}
          onChoose={onChoose}
        />
      )}
    </div>
  );
}

function wordsFor(state: {
  text: string;
  isOld: boolean;
  isNothing: boolean;
  words: string;
  error: Error | null;
}): string {
  const { text, isOld, isNothing, words, error } = state;
  if (error) return `Couldn’t search tickets and clients: ${error.message}`;
  if (isOld) return 'Searching…';
  if (text === '') return 'Type to search, or choose below.';
  return isNothing ? `Nothing matches “${text}”.` : words;
}
