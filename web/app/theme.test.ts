import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { appliedTheme, themeFromStored } from './theme.ts';

describe('themeFromStored', () => {
  it.each(['light', 'dark', 'system'] as const)('keeps %s', (choice) => {
    expect(themeFromStored(choice)).toBe(choice);
  });

  it.each([null, '', 'Dark', 'blue', '"dark"'])('takes %j for system', (stored) => {
    expect(themeFromStored(stored)).toBe('system');
  });
});

describe('appliedTheme', () => {
  it('follows the machine in system mode only', () => {
    expect(appliedTheme('system', true)).toBe('dark');
    expect(appliedTheme('system', false)).toBe('light');
    expect(appliedTheme('light', true)).toBe('light');
    expect(appliedTheme('dark', false)).toBe('dark');
  });
});

describe('the script before the first paint', () => {
  const script = readFileSync(new URL('../public/theme.js', import.meta.url), 'utf8');

  function classesAfter(read: () => string | null, systemPrefersDark: boolean): string[] {
    const classes = new Set(['light']);
    runInNewContext(script, {
      localStorage: { getItem: (key: string) => (key === 'theme' ? read() : null) },
      matchMedia: (query: string) => ({
        matches: query === '(prefers-color-scheme: dark)' && systemPrefersDark,
      }),
      document: {
        documentElement: {
          classList: {
            add: (name: string) => classes.add(name),
            remove: (...names: string[]) => {
              for (const name of names) classes.delete(name);
            },
          },
        },
      },
    });
    return [...classes];
  }

  const stored = [null, 'light', 'dark', 'system', 'blue', ''];

  it.each(stored.flatMap((value) => [true, false].map((dark) => ({ value, dark }))))(
    'agrees with the store on $value where the machine prefers dark: $dark',
    ({ value, dark }) => {
      const expected = appliedTheme(themeFromStored(value), dark);
      expect(classesAfter(() => value, dark)).toEqual([expected]);
    },
  );

  it('follows the machine where storage is forbidden', () => {
    const forbidden = () => {
      throw new Error('SecurityError');
    };
    expect(classesAfter(forbidden, true)).toEqual(['dark']);
    expect(classesAfter(forbidden, false)).toEqual(['light']);
  });
});
