import { type GlobalShortcutName, type Situation, shortcutOf, shortcuts } from '../ui/shortcuts.ts';
import { scanMsPerCharacter, scanRecognizer } from './scan-recognizer.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isField(target: EventTarget | null): target is Field {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}

/** Bypasses the copy of the value that React keeps, so that it notices a change. */
function write(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (field instanceof HTMLSelectElement) {
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/**
 * Remembers a field as it is now. Counting what is typed afterward wouldn't work: a field may
 * reformat it, and a scan that began over a selection has replaced it.
 *
 * @returns how to restore the field for the user working there; null if they are not in a field
 */
function fieldBefore(target: EventTarget | null): (() => void) | null {
  if (!isField(target)) return null;
  const { value } = target;
  // Null in a kind of field that has no selection, and none to set, such as one for email.
  const selection =
    target instanceof HTMLSelectElement ? null : [target.selectionStart, target.selectionEnd];
  return () => {
    if (target.value === value) return;
    write(target, value);
    const [start = null, end = null] = selection ?? [];
    if (!(target instanceof HTMLSelectElement) && start !== null) {
      target.setSelectionRange(start, end);
    }
  };
}

const takesNoLetters = 'input:is([type="checkbox"], [type="radio"], [type="file"], [type="range"])';
const takesLetters =
  'input, textarea, select, [role="textbox"], [role="listbox"], [role="combobox"][aria-expanded="true"]';

function takesTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  return !target.matches(takesNoLetters) && target.closest(takesLetters) !== null;
}

/** With a modifier, held down, or unfinished, it is not a character that a scanner sends. */
function scannedKey(event: KeyboardEvent): string {
  const isPlain = !(event.ctrlKey || event.metaKey || event.altKey);
  return isPlain && !event.repeat && !event.isComposing ? event.key : 'Unidentified';
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

interface KeyAnswers {
  situation: () => Omit<Situation, 'isTyping'>;
  onShortcut: (name: GlobalShortcutName) => void;
  /** A ticket was scanned; if it was typed into a field it has been taken out again. */
  onTicket: (ticketNumber: string) => void;
  /** Something else was scanned, and not into a field. */
  onOtherCode: (code: string) => void;
}

/** Sees every key of the page before anything on it does. */
export function listenToKeys({ situation, onShortcut, onTicket, onOtherCode }: KeyAnswers) {
  const recognizer = scanRecognizer();
  let restoreField: (() => void) | null = null;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  function answerShortcut(event: KeyboardEvent, isTyping: boolean): void {
    const name = shortcutOf(event, { ...situation(), isTyping });
    if (name === null) return;
    swallow(event);
    // A key that is held down is one press; the browser must not react to the repeats either.
    if (event.repeat) return;
    // Alone, it may be the first character of a scan: then the next one comes before this is over.
    if (shortcuts[name].withCommand) onShortcut(name);
    else waiting = setTimeout(onShortcut, scanMsPerCharacter, name);
  }

  function press(event: Event): void {
    // A browser that fills in a form sends events by this name that carry no key.
    if (!(event instanceof KeyboardEvent)) return;
    const { target, timeStamp: at } = event;
    const isTyping = takesTyping(target);
    const outcome = recognizer.hear({ key: scannedKey(event), at, isEditable: isTyping });
    if (outcome.kind === 'first') restoreField = fieldBefore(target);
    else if (outcome.kind !== 'nothing') clearTimeout(waiting);

    switch (outcome.kind) {
      case 'first':
      case 'nothing':
        answerShortcut(event, isTyping);
        break;
      case 'more':
        break;
      case 'echo':
        swallow(event);
        break;
      case 'ticket':
        swallow(event);
        restoreField?.();
        // Once the screen knows that nothing was typed: what is not saved keeps it where it is.
        setTimeout(onTicket, 0, outcome.ticketNumber);
        break;
      case 'other-code':
        swallow(event);
        onOtherCode(outcome.code);
        break;
    }
  }

  /** A person did something in between: what follows does not continue what was typed before. */
  function point({ timeStamp: at }: Event): void {
    recognizer.hear({ key: 'Unidentified', at, isEditable: false });
  }

  const over = new AbortController();
  const early = { capture: true, signal: over.signal };
  addEventListener('keydown', press, early);
  addEventListener('pointerdown', point, early);
  return () => {
    clearTimeout(waiting);
    over.abort();
  };
}
