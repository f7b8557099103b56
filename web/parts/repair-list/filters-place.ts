import { createContext, use } from 'react';

/**
 * Where a list's filters go: on the line of the tabs around it. Null until the tabs are drawn; undefined if
 * there are none, and the list has a line of its own.
 */
export const ToolsPlace = createContext<HTMLElement | null | undefined>(undefined);

export const useToolsPlace = (): HTMLElement | null | undefined => use(ToolsPlace);
