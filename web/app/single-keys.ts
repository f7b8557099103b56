import { storedChoice } from '../data/storage.ts';

/**
 * Whether single-key shortcuts are wanted. A user who dictates to the computer would trigger them
 * by speaking, so they can be turned off (WCAG 2.1.4).
 */
const singleKeys = storedChoice('singleKeyShortcuts', ['on', 'off'], 'on');

export const setSingleKeys = (areOn: boolean) => singleKeys.set(areOn ? 'on' : 'off');

export const useSingleKeys = () => singleKeys.useValue() === 'on';
