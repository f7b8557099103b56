import { useQuery } from '@tanstack/react-query';
import { searchable, searchTerms } from '../../domain/search-text.ts';
import { shopQuery } from '../api/queries.ts';
import { tabItems } from '../dashboard/dashboard-tabs.tsx';
import { useGoTo } from '../dashboard/go-to.ts';
import type { TabName } from '../dashboard/place.ts';
import { askToLogOut } from '../outbox/log-out.ts';
import { subTabs } from '../overview/sub-tabs.ts';
import { logOutName } from '../session/session.ts';
import { sections, shopTabLabel } from '../shop/sections.ts';
import { panels, panelTitles } from '../shortcuts/panels.ts';
import type { ShortcutName } from '../shortcuts/shortcuts.ts';
import { simulatedTextsName } from '../simulator/simulated-phone-button.tsx';
import { setTheme, themeChoices } from '../theme/theme.ts';
import { themeLooks } from '../theme/theme-switch.tsx';
import { MarkedText } from '../ui/marked-text.tsx';
import type { PaletteGroup } from './palette-item.ts';

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
      name: themeLooks[choice].label,
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
