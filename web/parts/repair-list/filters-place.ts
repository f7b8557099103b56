import { createContext, use } from 'react';
import { onPhone, useMedia } from '../../ui/scroll.ts';

/**
 * Where the menu of a list stands that has no row of its own on a phone: beside the tabs around it.
 * Null while they are drawn, undefined where there are none.
 */
export const MenuPlace = createContext<HTMLElement | null | undefined>(undefined);

/** @returns the place beside the tabs; undefined where the menu has a row above the list */
export function useMenuPlace(): HTMLElement | null | undefined {
  const place = use(MenuPlace);
  return useMedia(onPhone) ? place : undefined;
}
