import { describe, expect, it } from 'vitest';
import {
  ariaKeysOf,
  isApplePlatform,
  keysOf,
  type Press,
  type Situation,
  shortcutOf,
} from './shortcuts.ts';

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  keyCode: 0,
  ...more,
});

const idle: Situation = {
  isTyping: false,
  isDialogOpen: false,
  isPaletteOpen: false,
  hasSingleKeys: true,
  isApple: false,
};

const singleKeys = ['/', 'n', '?'];

describe('a single key', () => {
  it.each([
    ['/', 'search'],
    ['n', 'new-repair'],
    ['?', 'sheet'],
    ['i', 'who'],
  ])('%s is %s', (key, name) => {
    expect(shortcutOf(press(key), idle)).toBe(name);
  });

  it('is judged by what it writes: a slash may need Shift, a capital is another key', () => {
    expect(shortcutOf(press('/', { shiftKey: true }), idle)).toBe('search');
    expect(shortcutOf(press('?', { shiftKey: true }), idle)).toBe('sheet');
    expect(shortcutOf(press('N', { shiftKey: true }), idle)).toBeNull();
    expect(shortcutOf(press('N'), idle), 'caps lock').toBe('new-repair');
  });

  it.each([
    ['while a user types', {}, { isTyping: true }],
    ['while a dialog is open', {}, { isDialogOpen: true }],
    ['in the palette', {}, { isDialogOpen: true, isPaletteOpen: true }],
    ['turned off', {}, { hasSingleKeys: false }],
    ['with Ctrl', { ctrlKey: true }, {}],
    ['with ⌘', { metaKey: true }, {}],
    ['with Alt', { altKey: true }, {}],
    ['in a composition', { isComposing: true }, {}],
    ['in a composition in Safari', { keyCode: 229 }, {}],
  ])('does nothing %s', (_, pressed, situation) => {
    for (const key of singleKeys) {
      expect(shortcutOf(press(key, pressed), { ...idle, ...situation })).toBeNull();
    }
  });
});

describe('the palette', () => {
  it('opens with Ctrl, and with ⌘ where Apple made the keyboard', () => {
    expect(shortcutOf(press('k', { ctrlKey: true }), idle)).toBe('palette');
    expect(shortcutOf(press('k', { metaKey: true }), { ...idle, isApple: true })).toBe('palette');
    expect(shortcutOf(press('k', { metaKey: true }), idle)).toBeNull();
    expect(shortcutOf(press('k', { ctrlKey: true }), { ...idle, isApple: true })).toBeNull();
    expect(shortcutOf(press('k'), idle)).toBeNull();
    expect(shortcutOf(press('K', { ctrlKey: true, shiftKey: true }), idle)).toBeNull();
    expect(shortcutOf(press('k', { ctrlKey: true, altKey: true }), idle)).toBeNull();
  });

  it('opens while a user types and with single keys turned off, but over no other dialog', () => {
    const key = press('k', { ctrlKey: true });
    expect(shortcutOf(key, { ...idle, isTyping: true, hasSingleKeys: false })).toBe('palette');
    expect(shortcutOf(key, { ...idle, isDialogOpen: true })).toBeNull();
    expect(shortcutOf(key, { ...idle, isDialogOpen: true, isPaletteOpen: true })).toBe('palette');
  });
});

it('leaves the key of a form to the form', () => {
  expect(shortcutOf(press('Enter', { ctrlKey: true }), idle)).toBeNull();
});

it('is shown as it is on the keyboard', () => {
  expect(keysOf('palette', true)).toEqual(['⌘', 'K']);
  expect(keysOf('palette', false)).toEqual(['Ctrl', 'K']);
  expect(keysOf('new-repair', false)).toEqual(['N']);
  expect(keysOf('create-repair', false)).toEqual(['Ctrl', 'Enter']);
  expect(ariaKeysOf('palette', true)).toBe('Meta+K');
  expect(ariaKeysOf('palette', false)).toBe('Control+K');
  expect(isApplePlatform('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')).toBe(true);
  expect(isApplePlatform('Mozilla/5.0 (X11; Linux x86_64)')).toBe(false);
});
