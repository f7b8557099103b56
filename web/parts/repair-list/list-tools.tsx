import ChevronDown from 'lucide/chevron-down';
import CircleCheck from 'lucide/circle-check';
import SlidersHorizontal from 'lucide/sliders-horizontal';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../../ui/button.tsx';
import { type Chip, Chips } from '../../ui/chips.tsx';
import { classNames } from '../../ui/classes.ts';
import { formatCount } from '../../ui/counts.ts';
import { Menu, type MenuGroup } from '../../ui/menu.tsx';
import { useToolsPlace } from './filters-place.ts';

export interface ChoiceMenu {
  label: string;
  /** What is chosen in it. */
  shown: string;
  /** Nothing has been chosen in it: the list is unfiltered. */
  isDefault: boolean;
  items: MenuGroup['items'];
}

/** Several list items can be selected. */
export interface Selecting {
  isOn: boolean;
  toggle: () => void;
}

/** Which part of a list is shown, among the parts that aren't empty. */
export interface ListChips<Value extends string = string> {
  label: string;
  /** Null if none of them is shown. */
  value: Value | null;
  items: readonly Chip<Value>[];
  onChange(value: Value): void;
  /** If the chips are in a menu, the line of what was chosen names even the first chip and the list's own order. */
  saysAll?: true;
}

/**
 * The controls that narrow a list down, in one line: the line of the tabs around it, or one of its own. If
 * there is little room, the menus merge into one; beside tabs, the chips go into it, too.
 */
export function ListTools<Value extends string>({
  chips,
  menus,
  selecting = null,
  children,
}: {
  chips: ListChips<Value> | null;
  menus: readonly ChoiceMenu[];
  selecting?: Selecting | null;
  /** At the end of the line. */
  children?: ReactNode;
}) {
  const place = useToolsPlace();
  if (place === undefined) {
    return (
      <Narrowable>
        <Line {...{ chips, menus, selecting }} isBeside={false}>
          {children}
        </Line>
        <Chosen chips={null} menus={menus} />
      </Narrowable>
    );
  }
  return (
    <>
      {place &&
        createPortal(
          <Line {...{ chips, menus, selecting }} isBeside>
            {children}
          </Line>,
          place,
        )}
      <Narrowable>
        <Chosen chips={chips} menus={menus} />
      </Narrowable>
    </>
  );
}

const Narrowable = ({ children }: { children: ReactNode }) => (
  <div className="@container">{children}</div>
);

const selectLabel = 'Select';
export const sortLabel = 'Sort';

function Line<Value extends string>({
  chips,
  menus,
  selecting,
  isBeside,
  children,
}: {
  chips: ListChips<Value> | null;
  menus: readonly ChoiceMenu[];
  selecting: Selecting | null;
  isBeside: boolean;
  children: ReactNode;
}) {
  const groups = [
    ...(isBeside && chips !== null ? [asMenu(chips)] : []),
    ...menus.toReversed().map(({ label, items }) => ({ heading: label, items })),
    ...(selecting === null
      ? []
      : [
          {
            items: [
              {
                label: selectLabel,
                icon: CircleCheck,
                checked: selecting.isOn,
                run: selecting.toggle,
              },
            ],
          },
        ]),
  ];
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2">
      {isBeside && chips !== null && (
        <span aria-hidden="true" className="hidden h-5 w-px shrink-0 bg-line @3xl:block" />
      )}
      <div className={isBeside ? 'hidden min-w-0 flex-1 @3xl:block' : 'min-w-0 flex-1'}>
        {chips !== null && <Chips {...chips} />}
      </div>
      {groups.length > 0 && (
        <span
          className={
            isBeside ? 'ml-auto flex @3xl:hidden [&>button]:size-compact' : 'flex @4xl:hidden'
          }
        >
          <Menu label="Sort and filter" icon={SlidersHorizontal} groups={groups} />
        </span>
      )}
      {/* If there is room, each menu on its own. */}
      <div
        className={classNames(
          'hidden [&>.contents>button]:min-h-compact',
          isBeside ? '@3xl:flex' : '@4xl:flex',
        )}
      >
        {menus.map(({ label, shown, isDefault, items }) => (
          <Menu
            key={label}
            label={label}
            of={shown}
            variant="quiet"
            shown={
              <>
                <span className={isDefault ? undefined : 'max-w-40 truncate text-ink'}>
                  {shown}
                </span>
                <ChevronDown aria-hidden="true" size={16} className="shrink-0" />
              </>
            }
            groups={[{ items }]}
          />
        ))}
        {selecting !== null && (
          <span className="flex [&>button]:size-compact">
            <IconButton
              icon={CircleCheck}
              label={selectLabel}
              pressed={selecting.isOn}
              onClick={selecting.toggle}
            />
          </span>
        )}
      </div>
      {children}
    </div>
  );
}

const asMenu = <Value extends string>({ label, value, items, onChange }: ListChips<Value>) => ({
  heading: label,
  items: items.map((item) => ({
    label: item.label,
    chosen: item.value === value,
    note: item.count ? formatCount(item.count) : undefined,
    run: () => onChange(item.value),
  })),
});

/** What was chosen in the merged menu. */
function Chosen<Value extends string>({
  chips,
  menus,
}: {
  chips: ListChips<Value> | null;
  menus: readonly ChoiceMenu[];
}) {
  const [own] = chips?.items ?? [];
  const part = chips?.items.find(({ value }) => value === chips.value);
  const words = [
    ...(part === undefined || (part === own && !chips?.saysAll) ? [] : [part.label]),
    ...menus
      .filter(({ isDefault, label }) => !isDefault || (chips?.saysAll && label === sortLabel))
      .map(({ shown }) => shown),
  ];
  if (words.length === 0) return null;
  const isSeen = chips === null ? '@4xl:hidden' : '@6xl:hidden';
  return <p className={`truncate pb-2 text-ink-muted text-sm ${isSeen}`}>{words.join(' · ')}</p>;
}
