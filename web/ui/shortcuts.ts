/** The keys of the counter: the one list that the screens answer to and the sheet shows. */

interface Shortcut {
  /** As `KeyboardEvent.key`, which already knows the layout: `/` is Shift and 7 on a German one. */
  key: string;
  /** With Ctrl, or ⌘ on an Apple keyboard; otherwise the key alone. */
  withCommand: boolean;
  does: string;
  /** Its own screen answers to it, not the listener for all of them. */
  isLocal?: true;
}

export type ShortcutName =
  | 'search'
  | 'new-repair'
  | 'palette'
  | 'who'
  | 'sheet'
  | 'undo'
  | 'create-repair';

export const shortcuts: Readonly<Record<ShortcutName, Shortcut>> = {
  palette: { key: 'k', withCommand: true, does: 'Open “Search or jump to”' },
  search: { key: '/', withCommand: false, does: 'Go to the search field' },
  'new-repair': { key: 'n', withCommand: false, does: 'Start a new repair' },
  who: { key: 'i', withCommand: false, does: 'Choose who is at this computer' },
  sheet: { key: '?', withCommand: false, does: 'Show these shortcuts' },
  undo: {
    key: 'z',
    withCommand: true,
    does: 'Undo a completion while its message counts down',
    isLocal: true,
  },
  'create-repair': {
    key: 'Enter',
    withCommand: true,
    does: 'In the new-repair form: create the repair',
    isLocal: true,
  },
};

/** Those that work on every screen. */
export type GlobalShortcutName = Exclude<ShortcutName, 'undo' | 'create-repair'>;

const globalNames = (Object.keys(shortcuts) as ShortcutName[]).filter(
  (name): name is GlobalShortcutName => shortcuts[name].isLocal !== true,
);

export interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  isComposing: boolean;
  keyCode: number;
}

export interface Situation {
  /** What is pressed lands in a field or a list that takes letters. */
  isTyping: boolean;
  isDialogOpen: boolean;
  isPaletteOpen: boolean;
  /** Whether the person wants shortcuts of a single key (WCAG 2.1.4). */
  hasSingleKeys: boolean;
  isApple: boolean;
}

/** Keydown events during the composition of a character; Safari gives only the code. */
const composingKeyCode = 229;

/** A capital is a different key from its small letter, except with caps lock on. */
function isItsKey({ key }: Shortcut, press: Press): boolean {
  if (!/^[a-z]$/.test(key)) return press.key === key;
  return press.key.toLowerCase() === key && !press.shiftKey;
}

export function shortcutOf(press: Press, situation: Situation): GlobalShortcutName | null {
  if (press.isComposing || press.keyCode === composingKeyCode) return null;
  const { ctrlKey, metaKey, altKey } = press;
  const isCommand = situation.isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  const found = globalNames.find((name) => isItsKey(shortcuts[name], press));
  if (found === undefined || altKey) return null;
  if (shortcuts[found].withCommand) {
    // It closes the palette as well; it does not open over another dialog.
    const isFree = !situation.isDialogOpen || situation.isPaletteOpen;
    return isCommand && isFree ? found : null;
  }
  if (ctrlKey || metaKey || situation.isTyping || situation.isDialogOpen) return null;
  return situation.hasSingleKeys ? found : null;
}

/** Whether the command key is ⌘, which leaves Ctrl to the fields: Ctrl-K cuts a line there. */
export function isApplePlatform(userAgent: string = navigator.userAgent): boolean {
  return /Mac|iPhone|iPad/.test(userAgent);
}

export function isUndoPress(press: Press, isApple: boolean = isApplePlatform()): boolean {
  const isCommand = isApple ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey;
  return isCommand && !press.altKey && !press.isComposing && isItsKey(shortcuts.undo, press);
}

/** @returns what is printed on the keys to press together, e.g. "Ctrl" and "K" */
export function keysOf(name: ShortcutName, isApple: boolean = isApplePlatform()): string[] {
  const { key, withCommand } = shortcuts[name];
  return [
    ...(withCommand ? [isApple ? '⌘' : 'Ctrl'] : []),
    key.length === 1 ? key.toUpperCase() : key,
  ];
}

export function ariaKeysOf(name: ShortcutName, isApple: boolean = isApplePlatform()): string {
  const { key, withCommand } = shortcuts[name];
  return [...(withCommand ? [isApple ? 'Meta' : 'Control'] : []), key.toUpperCase()].join('+');
}
