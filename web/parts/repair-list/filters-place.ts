import { createContext, use } from 'react';
import { onPhone, useMedia } from '../../ui/scroll.ts';

/**
 * Where a list's menu is on a phone, where it has no row of its own: beside the tabs around it.
 * Null while they are drawn, undefined where there are none.
 */
export const MenuPlace = createContext<HTMLElement | null | undefined>(undefined);

/** @returns the place beside the tabs; undefined where the menu has a row above the list */
export function useMenuPlace(): HTMLElement | null | undefined {
  const place = use(MenuPlace);
  return useMedia(onPhone) ? place : undefined;
}
