import { Component, type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import type { Listed } from '../../data/list-pages.ts';
import { useLocation } from '../../data/location.tsx';
import {
  anchorOf,
  focusOrderOf,
  itemWith,
  keepFocus,
  type Place,
  readingPlace,
  returnTo,
  scrollerOf,
  toTop,
  viewOf,
} from './list-view.ts';
import type { ShownList } from './paged-list.ts';
import { PlacedItem, type ShowItem } from './placed-item.tsx';

interface LongListProps<Item extends Listed> extends ShownList<Item> {
  label: string;
  /** May name the usual height of its items, as `--item-height`. */
  className: string;
  /** Of a table, a `thead`: the items are its rows then, otherwise items of a list. */
  head?: ReactNode;
  children: ShowItem<Item>;
}

/** This many may come in one frame, with the rest of the screen. */
const itemsAtOnce = 12;

/**
 * All that has been loaded of a list is in the page, for Tab, find in page and screen readers; the
 * browser lays out only what is near the view. If many more items come than are already drawn, they
 * are drawn when there is nothing else to do: a user who opens a list waits for nothing that they do not
 * see. A shorter list is drawn at once, when its answer comes: between two presses. Items added in one
 * frame are laid out completely: guessed heights would be corrected, and push away what is below.
 */
export function LongList<Item extends Listed>({
  name,
  items,
  isBusy,
  ...rest
}: LongListProps<Item>) {
  const wanted = useMemo(() => ({ name, items, isBusy }), [name, items, isBusy]);
  const isReturning = useLocation().arrival === 'pop';
  const [few] = useState(() =>
    // A user who comes back finds their former place further down.
    isReturning ? undefined : { name, items: items.slice(0, itemsAtOnce), isBusy },
  );
  const before = useDeferredValue(wanted, few);
  const drawn = items.length > before.items.length + itemsAtOnce ? before : wanted;
  return (
    <SteadyList
      {...rest}
      {...drawn}
      isShort={items.length <= itemsAtOnce}
      isBeginning={drawn === few}
      isDrawn={drawn === wanted}
      isReturning={isReturning}
    />
  );
}

interface SteadyListProps<Item extends Listed> extends LongListProps<Item> {
  isShort: boolean;
  /** Only the first few items are drawn. */
  isBeginning: boolean;
  isDrawn: boolean;
  /** By the browser's back or forward. */
  isReturning: boolean;
}

interface Kept {
  anchor: Place | null;
  focusOrder: readonly Element[];
}

/** Where the user was in each list when it left the screen; its id, and how far from the top. */
const lastPlaces = new Map<string, { id: string; top: number }>();

const nothing: Kept = { anchor: null, focusOrder: [] };

/** Some browsers no longer call it a table if its rows are boxes. */
const roles = { table: { role: 'table' }, rowGroup: { role: 'rowgroup' } };

const inDialog = '[role="dialog"], [role="alertdialog"], [data-base-ui-focus-guard]';

/** For a short list as well: as it grows, its items keep their heights. */
const apart =
  '*:contain-content *:[contain-intrinsic-block-size:auto_var(--item-height,4rem)] *:[overflow-clip-margin:0.5rem]';

const laidOutInView = `${apart} *:[content-visibility:auto]`;

/**
 * A list that changes while the user reads it: what they look at stays where it is, even when the width
 * changes, and when the item with the focus leaves, the focus stays in the list. Another list begins at
 * its top. Scroll anchoring is not in every browser, and does not know what is pointed at. A class
 * component, because React asks no other kind before it changes the page.
 */
class SteadyList<Item extends Listed> extends Component<SteadyListProps<Item>> {
  private list: HTMLElement | null = null;
  private scroller: HTMLElement | null | undefined;
  private name = this.props.name;
  /** What was pressed last or is at the top of the view, for when the width changes under it. */
  private reading: Place | null = null;
  /** The item with the focus, or that has opened the dialog that has it. */
  private pressed: Element | null = null;
  private width = 0;
  private readonly over = new AbortController();

  /** A ticket opens beside the list, a tablet is turned. */
  private readonly widths = new ResizeObserver(([entry]) => {
    const width = entry?.contentRect.width ?? 0;
    if (width === this.width || width === 0) return;
    if (this.width > 0) returnTo(this.reading, this.scrollsIn());
    this.width = width;
  });

  override componentDidMount(): void {
    const { signal } = this.over;
    document.addEventListener('scroll', this.followScroll, {
      capture: true,
      passive: true,
      signal,
    });
    document.addEventListener('focusin', this.followFocus, { signal });
    if (this.list === null) return;
    this.widths.observe(this.list);
    const last = this.props.isReturning && lastPlaces.get(this.name);
    const item = last && this.list.querySelector(`:scope > [data-item="${CSS.escape(last.id)}"]`);
    if (item) returnTo({ item, top: last.top }, this.scrollsIn());
  }

  override componentWillUnmount(): void {
    this.over.abort();
    this.widths.disconnect();
    const id = this.reading?.item.getAttribute('data-item');
    if (this.reading && id) lastPlaces.set(this.name, { id, top: this.reading.top });
    else lastPlaces.delete(this.name);
  }

  override getSnapshotBeforeUpdate({ items }: SteadyListProps<Item>): Kept {
    if (this.list === null || items === this.props.items) return nothing;
    const anchor = anchorOf(this.list, viewOf(this.scrollsIn()));
    return { anchor, focusOrder: focusOrderOf(this.list) };
  }

  override componentDidUpdate(
    _props: SteadyListProps<Item>,
    _state: unknown,
    { anchor, focusOrder }: Kept,
  ): void {
    const { name, isBusy } = this.props;
    // Until the other list is answered, its place is held by the items of the one before.
    if (name === this.name || isBusy) returnTo(anchor, this.scrollsIn());
    else if (this.list !== null) {
      this.name = name;
      toTop(this.list, this.scrollsIn());
    }
    keepFocus(focusOrder);
  }

  private scrollsIn(): HTMLElement | null {
    if (this.scroller === undefined) this.scroller = this.list && scrollerOf(this.list);
    return this.scroller;
  }

  private readonly followScroll = ({ target }: Event): void => {
    if (this.list === null || (target instanceof Element && !target.contains(this.list))) return;
    this.reading = readingPlace(this.list, this.pressed, viewOf(this.scrollsIn()));
  };

  private readonly followFocus = ({ target }: FocusEvent): void => {
    if (this.list === null || !(target instanceof Element) || target.closest(inDialog)) return;
    this.pressed = itemWith(this.list, target);
    this.reading = readingPlace(this.list, this.pressed, viewOf(this.scrollsIn()));
  };

  private readonly hold = (list: HTMLElement | null): void => {
    this.list = list;
  };

  override render() {
    const { items, label, className, head, isBusy, hasMore, children } = this.props;
    const { isShort, isBeginning, isDrawn } = this.props;
    const parts = items.map((item, index) => (
      <PlacedItem
        key={item.id}
        item={item}
        index={index}
        size={hasMore ? null : items.length}
        show={children}
      />
    ));
    // What loads more, below the list, comes once its place is known.
    const classes = `${isBeginning ? '[&~*]:hidden' : ''} ${className}`;
    const layout = isShort ? apart : laidOutInView;
    const list = { 'aria-label': label, 'aria-busy': isBusy || !isDrawn };
    if (head === undefined) {
      return (
        <ul ref={this.hold} {...list} className={`${layout} ${classes}`}>
          {parts}
        </ul>
      );
    }
    return (
      <table
        {...list}
        {...roles.table}
        // The head is a row as well.
        aria-rowcount={hasMore ? -1 : items.length + 1}
        className={`block ${classes}`}
      >
        {head}
        <tbody {...roles.rowGroup} ref={this.hold} className={`block ${layout}`}>
          {parts}
        </tbody>
      </table>
    );
  }
}
