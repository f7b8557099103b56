import { storedChoice } from '../data/storage.ts';

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
