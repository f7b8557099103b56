import { useQuery } from '@tanstack/react-query';
import { searchable, searchTerms } from '../../domain/search-text.ts';
import type { TabName } from '../data/address.ts';
import { useGoTo } from '../data/go-to.ts';
import { shopQuery } from '../data/queries.ts';
import { logOutName } from '../data/session.ts';
import { askToLogOut } from '../outbox/outbox.ts';
import { subTabs } from '../overview/count-cards.tsx';
import { sections, shopTabLabel } from '../shop/sections.ts';
import { simulatedTextsName } from '../texts/simulated-phone-button.tsx';
import { panels, panelTitles } from '../ui/panels.ts';
import type { ShortcutName } from '../ui/shortcuts.ts';
import { MarkedText } from '../ui/text.tsx';
import { tabItems } from './dashboard-tabs.tsx';
import type { PaletteGroup } from './palette-list.tsx';
import { setTheme, themeChoices, themeLabels } from './theme.ts';

interface Action {
  name: string;
  shortcut?: ShortcutName;
  run: () => void;
}

const tabShortcuts: Partial<Record<TabName, ShortcutName>> = {
  search: 'search',
  'new-repair': 'new-repair',
};

/** Everything that can be done from anywhere, under the names that it has on the screens. */
function useActions(): Record<string, Action[]> {
  const { data: shop } = useQuery(shopQuery);
  const goTo = useGoTo();
  const simulated: Action[] = shop?.textsAreSimulated
    ? [{ name: simulatedTextsName, run: () => void panels.open('texts') }]
    : [];
  return {
    'Go to': tabItems.map(({ value, label }) => {
      const shortcut = tabShortcuts[value];
      return { name: label, ...(shortcut && { shortcut }), run: () => goTo(value) };
    }),
    Overview: subTabs.map(({ value, label }) => ({
      name: label,
      run: () => goTo('overview', { subTab: value }),
    })),
    [shopTabLabel]: sections.map(({ value, label }) => ({
      name: label,
      run: () => goTo('shop', { section: value }),
    })),
    Theme: themeChoices.map((choice) => ({
      name: themeLabels[choice],
      run: () => setTheme(choice),
    })),
    More: [
      ...simulated,
      { name: panelTitles.sheet, shortcut: 'sheet', run: () => void panels.open('sheet') },
      { name: logOutName, run: askToLogOut },
    ],
  };
}

/** @returns the actions that match what is typed, all of them while nothing is */
export function usePaletteActions(text: string): PaletteGroup[] {
  const terms = searchTerms(text);
  return Object.entries(useActions()).map(([heading, actions]) => ({
    heading,
    items: actions
      .filter(({ name }) => {
        // "theme dark" is as good as "dark".
        const line = searchable(`${heading} ${name}`);
        return terms.every((term) => line.includes(term));
      })
      .map(({ name, ...rest }) => ({
        ...rest,
        id: `${heading} ${name}`,
        shown: <MarkedText text={name} query={text} />,
      })),
  }));
}
