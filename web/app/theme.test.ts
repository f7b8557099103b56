import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

/** The classes that the script leaves on the root before the first paint. */
function classesAfter(read: () => string | null, systemPrefersDark: boolean): string[] {
  const script = readFileSync(new URL('../public/theme.js', import.meta.url), 'utf8');
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

it.each([
  ['light', 'light', 'light'],
  ['dark', 'dark', 'dark'],
  ['system', 'light', 'dark'],
  [null, 'light', 'dark'],
  ['Dark', 'light', 'dark'],
  ['', 'light', 'dark'],
])('takes %j, stored, for %s by day and %s by night', (stored, byDay, byNight) => {
  expect(classesAfter(() => stored, false)).toEqual([byDay]);
  expect(classesAfter(() => stored, true)).toEqual([byNight]);
});

it('follows the system if storage is forbidden', () => {
  const forbidden = () => {
    throw new Error('SecurityError');
  };
  expect(classesAfter(forbidden, true)).toEqual(['dark']);
  expect(classesAfter(forbidden, false)).toEqual(['light']);
});
