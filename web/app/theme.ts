import { useSyncExternalStore } from 'react';

/**
 * The theme: what the user chose (kept under the storage key `theme`) and what is on the screen
 * (the class `light` or `dark` on the document's root). The first paint is decided by
 * `public/theme.js`; this store takes over from there.
 * Source: specification, sections 3 (storage keys) and 4 (theme).
 */

export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

/** What each choice is called. */
export const themeLabels: Readonly<Record<ThemeChoice, string>> = {
  light: 'Light',
  dark: 'Dark',
  system: 'System',
};

export type AppliedTheme = 'light' | 'dark';

const storageKey = 'theme';

/** A stored value → a choice; nothing stored and unknown values fall back to `system`. */
export function themeFromStored(stored: string | null): ThemeChoice {
  return themeChoices.find((choice) => choice === stored) ?? 'system';
}

/** What a choice looks like on a machine that does or does not prefer dark. */
export function appliedTheme(choice: ThemeChoice, systemPrefersDark: boolean): AppliedTheme {
  if (choice === 'system') return systemPrefersDark ? 'dark' : 'light';
  return choice;
}

/** Storage can be forbidden or full; the choice then lasts as long as the page. */
function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function writeStored(choice: ThemeChoice): void {
  try {
    localStorage.setItem(storageKey, choice);
  } catch {
    // See readStored.
  }
}

let current: ThemeChoice = 'system';
const listeners = new Set<() => void>();

function apply(): void {
  const theme = appliedTheme(current, matchMedia('(prefers-color-scheme: dark)').matches);
  const root = document.documentElement;
  root.classList.toggle('light', theme === 'light');
  root.classList.toggle('dark', theme === 'dark');
  const canvas = getComputedStyle(root).getPropertyValue('--canvas').trim();
  if (canvas !== '') {
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvas);
  }
}

function change(choice: ThemeChoice): void {
  current = choice;
  apply();
  for (const listener of listeners) listener();
}

/** Takes over from `public/theme.js`; called once, before the first render. */
export function startTheme(): void {
  current = themeFromStored(readStored());
  apply();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply);
  addEventListener('storage', (event) => {
    // A null key means that another tab cleared the whole storage.
    if (event.key === storageKey || event.key === null) change(themeFromStored(readStored()));
  });
}

export function setTheme(choice: ThemeChoice): void {
  writeStored(choice);
  change(choice);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The person's choice, not what it looks like at the moment. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, () => current);
}
