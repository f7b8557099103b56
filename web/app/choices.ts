import { inStorage } from '../data/storage.ts';
import { createStore } from '../ui/store.ts';

/**
 * A choice of the user's, kept in this browser and followed in all its tabs. Where storage is
 * forbidden or full it lasts as long as the page.
 */
function storedChoice<Choice extends string>(
  key: string,
  choices: readonly Choice[],
  fallback: Choice,
) {
  const read = (): Choice =>
    inStorage((storage) => {
      const stored = storage.getItem(key);
      return choices.find((choice) => choice === stored) ?? fallback;
    }, fallback);

  const store = createStore(read());

  addEventListener('storage', (event) => {
    // A null key means that another tab cleared the whole storage.
    if (event.key === key || event.key === null) store.set(read());
  });

  return {
    ...store,
    set(next: Choice): void {
      inStorage((storage) => storage.setItem(key, next), undefined);
      store.set(next);
    },
  };
}

export const themeChoices = ['light', 'dark', 'system'] as const;
type ThemeChoice = (typeof themeChoices)[number];

export const themeLabels: Readonly<Record<ThemeChoice, string>> = {
  light: 'Light',
  dark: 'Dark',
  system: 'System',
};

/** Source: specification, sections 3 (storage keys) and 4 (theme). */
const theme = storedChoice('theme', themeChoices, 'system');

export const setTheme = theme.set;

/** The user's choice, not what it looks like at the moment. */
export const useThemeChoice = theme.useValue;

/** Takes over from `public/theme.js`, which decides the first paint by the same rules. */
export function startTheme(): void {
  const machine = matchMedia('(prefers-color-scheme: dark)');
  const root = document.documentElement;

  function apply() {
    const choice = theme.get();
    const isDark = choice === 'system' ? machine.matches : choice === 'dark';
    root.classList.toggle('light', !isDark);
    root.classList.toggle('dark', isDark);
    const canvas = getComputedStyle(root).getPropertyValue('--canvas').trim();
    if (canvas !== '') {
      document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvas);
    }
  }

  apply();
  machine.addEventListener('change', apply);
  theme.subscribe(apply);
}

/**
 * Whether single-key shortcuts are wanted. A user who dictates to the computer would trigger them
 * by speaking, so they can be turned off (WCAG 2.1.4).
 */
const singleKeys = storedChoice('singleKeyShortcuts', ['on', 'off'], 'on');

export const setSingleKeys = (areOn: boolean) => singleKeys.set(areOn ? 'on' : 'off');

export const useSingleKeys = () => singleKeys.useValue() === 'on';
