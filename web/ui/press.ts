import { useRef } from 'react';

/**
 * What is pressed stays where it is until it is released. Without that, an answer that comes between
 * press and release may push a button away, and the press would be lost.
 */

/** A press that has not ended by then holds nothing up anymore: a finger that rests, a drag. */
const longestMs = 1_000;

/** What waits for the end of the press; null while nothing is pressed. */
let afterPress: (() => void)[] | null = null;
let longest: ReturnType<typeof setTimeout> | undefined;

function letGo(): void {
  clearTimeout(longest);
  const due = afterPress ?? [];
  afterPress = null;
  for (const work of due) setTimeout(work);
}

/** The control under a press, if there is one. */
const controlOf = ({ target }: Event) =>
  target instanceof Element ? target.closest('button, a, input, select, label') : null;

let pressedFirst: Element | null = null;

/**
 * The second press of a double one is for what the first was for, not for what has taken its place
 * meanwhile: a person who starts work with a double press has not asked to complete it or open its card.
 */
function dropSecondPress(event: MouseEvent): void {
  const control = controlOf(event);
  if (event.detail < 2) pressedFirst = control;
  else if (control !== pressedFirst) {
    event.preventDefault();
    event.stopPropagation();
  }
}

export function watchPresses(): void {
  window.addEventListener('click', dropSecondPress, { capture: true });
  window.addEventListener('pointerdown', () => {
    afterPress ??= [];
    clearTimeout(longest);
    longest = setTimeout(letGo, longestMs);
  });
  for (const end of ['pointerup', 'pointercancel']) {
    // The click itself comes first.
    window.addEventListener(end, () => setTimeout(letGo));
  }
}

export const isPressing = (): boolean => afterPress !== null;

/** Runs some work soon, but not while something is pressed; in the order given. */
export function soonBetweenPresses(work: () => void): void {
  if (afterPress === null) setTimeout(work);
  else afterPress.push(work);
}

/**
 * For a button whose work may be done once: a double tap comes before the screen can show that the
 * first press is under way.
 */
export function useSinglePress() {
  const isTaken = useRef(false);
  return {
    take(): boolean {
      if (isTaken.current) return false;
      isTaken.current = true;
      return true;
    },
    release(): void {
      isTaken.current = false;
    },
  };
}
