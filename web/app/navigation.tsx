import { useQuery } from '@tanstack/react-query';
import House from 'lucide/house';
import MenuIcon from 'lucide/menu';
import Plus from 'lucide/plus';
import Search from 'lucide/search';
import Watch from 'lucide/watch';
import type { ComponentProps } from 'react';
import { sectionLabels, shopTabLabel, type TabName, useAddress } from '../data/address.ts';
import { useGoTo } from '../data/go-to.ts';
import { panels, panelTitles } from '../data/panels.ts';
import { settingsQuery, shopQuery } from '../data/queries.ts';
import { wantFocus } from '../data/wanted-focus.ts';
import { simulatedTextsName } from '../parts/text/simulated-phone-button.tsx';
import { classNames, type Icon } from '../ui/classes.ts';
import { Menu, type MenuGroup } from '../ui/menu.tsx';
import { useMedia } from '../ui/scroll.ts';
import { tabItems, useOpenTab } from './dashboard-tabs.tsx';
import { setTheme, themeChoices, themeLabels, useThemeChoice } from './theme.ts';

/** On a phone, where the row of tabs would not fit: at the bottom, in reach of the thumb. */
const bottomTabs: readonly { tab: TabName; icon: Icon; words: string }[] = [
  { tab: 'overview', icon: House, words: 'Overview' },
  { tab: 'repairs', icon: Watch, words: 'Repairs' },
  { tab: 'new-repair', icon: Plus, words: 'New' },
  { tab: 'search', icon: Search, words: 'Search' },
];

type MenuProps = ComponentProps<typeof Menu>;

export function MainMenu({
  hasTabs = false,
  ...rest
}: Omit<MenuProps, 'groups'> & { hasTabs?: boolean }) {
  const { data: shop } = useQuery(shopQuery);
  const { data: settings } = useQuery(settingsQuery);
  const theme = useThemeChoice();
  const isTouch = useMedia('(pointer: coarse)');
  const goTo = useGoTo();
  const openTab = useOpenTab();
  const otherTabs = tabItems.filter(({ value }) => bottomTabs.every(({ tab }) => tab !== value));
  const groups: MenuGroup[] = [
    {
      items: [
        {
          label: shopTabLabel,
          run: () => goTo('shop'),
          ...(settings?.isSetUp === false && { toDo: 'needs setup' }),
        },
        { label: sectionLabels.money, run: () => goTo('shop', { section: 'money' }) },
        { label: panelTitles.move, run: () => void panels.open('move') },
        ...(shop?.textsAreSimulated
          ? [{ label: simulatedTextsName, run: () => void panels.open('texts') }]
          : []),
        // Wider screens have it in the header.
        ...(hasTabs
          ? [{ label: panelTitles.palette, run: () => void panels.open('palette') }]
          : []),
        ...(isTouch ? [] : [{ label: panelTitles.sheet, run: () => void panels.open('sheet') }]),
      ],
    },
    {
      heading: 'Theme',
      items: themeChoices.map((choice) => ({
        label: themeLabels[choice],
        chosen: choice === theme,
        run: () => setTheme(choice),
      })),
    },
  ];
  if (hasTabs) {
    groups.unshift({
      items: otherTabs.map(({ value, label }) => ({ label, run: () => openTab(value) })),
    });
  }
  return <Menu {...rest} groups={groups} />;
}

/** The rest of the tabs, and the menu, are behind "More". */
export function BottomBar() {
  const { tab: current } = useAddress();
  const openTab = useOpenTab();
  return (
    <nav
      data-foot
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 h-(--bottom-bar) border-t bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      {/* Each as wide as its word needs: in equal columns a narrow phone cuts the longest. */}
      <ul className="grid h-full grid-cols-[repeat(5,auto)] px-1">
        {bottomTabs.map(({ tab, icon: IconPart, words }) => {
          const isPrimary = tab === 'new-repair';
          const { label } = tabItems.find(({ value }) => value === tab) ?? { label: words };
          return (
            <li key={tab} className="grid min-w-0">
              <button
                type="button"
                aria-label={label === words ? undefined : label}
                aria-current={tab === current ? 'page' : undefined}
                onClick={() => {
                  // Pressed again on the same tab: another repair.
                  if (isPrimary && tab === current) wantFocus(tab);
                  else openTab(tab);
                }}
                className={classNames(
                  'flex flex-col items-center justify-center gap-0.5 font-medium text-sm leading-tight focus-visible:outline-offset-[-2px]',
                  isPrimary
                    ? 'm-1 min-w-control rounded bg-accent text-on-accent'
                    : 'min-w-0 text-ink-muted aria-[current=page]:text-accent',
                )}
              >
                <IconPart aria-hidden="true" size={20} />
                <span className="max-w-full truncate">{words}</span>
              </button>
            </li>
          );
        })}
        {/* The button's parts line up with those of its neighbors. */}
        <li className="grid min-w-0 [&>span_button]:min-w-0 [&>span_button]:px-0 [&>span_button]:text-sm [&>span_button]:leading-tight [&>span_button>span]:flex-col [&>span_button>span]:gap-0.5 [&>span_button_svg]:size-5">
          <MainMenu label="More" icon={MenuIcon} variant="quiet" hasTabs />
        </li>
      </ul>
    </nav>
  );
}
