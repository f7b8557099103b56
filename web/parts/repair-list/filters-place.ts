import { createContext, use } from 'react';

/**
 * Where what narrows a list is: on the line of the tabs around it. Null while they are drawn, undefined
 * where there are none, and the list has a line of its own.
 */
export const ToolsPlace = createContext<HTMLElement | null | undefined>(undefined);

export const useToolsPlace = (): HTMLElement | null | undefined => use(ToolsPlace);
