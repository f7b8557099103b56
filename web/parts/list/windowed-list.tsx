import { Component, type ReactNode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from '../../data/idle.ts';
import type { Listed } from '../../data/list-pages.ts';
import { type ListRows, type Rows, rowsOf } from './list-rows.ts';
import {
  anchorOf,
  focusOrderOf,
  gridOf,
  heldPlace,
  keepFocus,
  type Place,
  readingPlace,
  returnTo,
  scrollerOf,
  toTop,
  viewOf,
} from './list-view.ts';
import type { ListWindow } from './paged-list.ts';
import {
  heightsIn,
  idOf,
  ListSpace,
  PlacedItem,
  placedElements,
  type ShowItem,
} from './placed-item.tsx';

interface WindowedListProps<Item extends Listed> extends ListWindow<Item> {
  label: string;
  className: string;
  /** Of a table, a `thead`: the items are its rows then, otherwise items of a list. */
  head?: ReactNode;
  children: ShowItem<Item>;
}

interface State<Item> {
  /** What the window was chosen for. */
  items: readonly Item[];
  name: string;
  rows: ListRows;
  /** The rows in the page, for what is in view. */
  window: Rows;
  /** Not all of what is in view stands there yet. */
  isBeginning: boolean;
  /** The item with the focus, or that has opened the dialog that has it. */
  heldId: string | null;
}

interface Kept {
  anchor: Place | null;
  focusOrder: Element[];
}

/** In the frame that brings the rest of the screen as well. */
const itemsAtFirst = 3;
/** As many as may come in one frame: more keep a slow machine from answering for too long. */
const itemsAtOnce = 6;
/** How far before and after the view: a share of its height, more in a low one. In pixels. */
const aheadShare = 0.75;
const leastAhead = 600;
/** The most that stand in the page, unless more are in view. */
const mostItems = 140;
/** Of what is before and after the view, so much comes whenever the browser has nothing else to do. */
const shareAtOnce = 0.25;
/** What is measured may call for another window, but it has to come to rest. */
const mostCorrections = 8;

const inDialog = '[role="dialog"], [role="alertdialog"], [data-base-ui-focus-guard]';

const firstRows = ({ columns }: ListRows): Rows => ({
  from: 0,
  to: Math.ceil(itemsAtFirst / columns),
});

/** Other items: what the window showed may stand in other rows. */
function followed<Item extends Listed>(
  { items: before, rows: { columns }, window }: State<Item>,
  items: readonly Item[],
): Rows {
  const shown = before.slice(window.from * columns, window.to * columns);
  const at = shown.findIndex(({ id }) => items.some((item) => item.id === id));
  const is = items.findIndex(({ id }) => id === shown[at]?.id);
  const was = window.from + Math.floor(at / columns);
  const moved = at === -1 ? 0 : Math.floor(is / columns) - was;
  const size = window.to - window.from;
  const last = Math.max(0, Math.ceil(items.length / columns) - size);
  const from = Math.min(Math.max(0, window.from + moved), last);
  return { from, to: from + size };
}

/**
 * A list of any length that only renders what is near the view, with empty space for the rest, and
 * which changes while the user reads it: what they look at stays where it is, what has the focus
 * stays in the page with its neighbours, and when it leaves the list, the focus stays in the list.
 * What is in view comes first and alone, a few items in each frame, the rest when the browser is
 * idle: a user who opens a list waits for nothing that they do not see. A class, because only a
 * class is asked before the page is changed. Browsers' own scroll anchoring is switched off: not
 * all have it, and two would be one too many.
 */
export class WindowedList<Item extends Listed> extends Component<
  WindowedListProps<Item>,
  State<Item>
> {
  private readonly list: { current: HTMLElement | null } = { current: null };
  private readonly widths = new ResizeObserver(() => this.followWidth());
  private scroller: HTMLElement | null = null;
  /** What was pressed last or is at the top of the view, for when the width changes under it. */
  private reading: Place | null = null;
  /** What has to come back to its place, no matter what else has moved. */
  private returning: Place | null = null;
  private corrections = 0;
  /** How much of what shall be before and after the view is there so far; 0 to 1. */
  private share = 0;
  private stopGrowing: () => void = () => undefined;
  private frame = 0;

  constructor(props: WindowedListProps<Item>) {
    super(props);
    const { items, name } = props;
    const rows = rowsOf(name);
    const window = firstRows(rows);
    this.state = { items, name, rows, window, isBeginning: true, heldId: null };
  }

  static getDerivedStateFromProps<Item extends Listed>(
    { items, name, isBusy }: WindowedListProps<Item>,
    state: State<Item>,
  ): Partial<State<Item>> | null {
    // Until the other list is answered, its place is held by the items of the one before.
    if (name !== state.name && !isBusy) {
      const rows = rowsOf(name);
      return { items, name, rows, window: firstRows(rows) };
    }
    return items === state.items ? null : { items, window: followed(state, items) };
  }

  override componentDidMount(): void {
    document.addEventListener('scroll', this.followScroll, { capture: true, passive: true });
    document.addEventListener('focusin', this.followFocus);
    addEventListener('resize', this.followScroll);
    this.tellShown();
    this.begin();
  }

  override componentWillUnmount(): void {
    cancelAnimationFrame(this.frame);
    this.stopGrowing();
    this.widths.disconnect();
    document.removeEventListener('scroll', this.followScroll, { capture: true });
    document.removeEventListener('focusin', this.followFocus);
    removeEventListener('resize', this.followScroll);
    this.props.onShown(this.state.name, []);
  }

  private begin(): void {
    // In the frame that lays the list out anyway: asked sooner, the browser would do that twice.
    this.frame = requestAnimationFrame(() => {
      const list = this.list.current;
      if (list === null) return;
      this.scroller = scrollerOf(list);
      this.state.rows.follow(gridOf(list));
      const { rows, window } = this.state;
      const next = this.windowInView(list) ?? window;
      const to = window.to + Math.ceil(itemsAtOnce / rows.columns);
      const isBeginning = next.from === 0 && next.to > to;
      const state = { window: isBeginning ? { from: 0, to } : next, isBeginning };
      const goOn = () => (isBeginning ? this.begin() : this.hasBegun(list));
      // A user who comes back to a place further down sees other rows than the first: at once.
      if (next.from > 0) flushSync(() => this.setState(state, goOn));
      else startTransition(() => this.setState(state, goOn));
    });
  }

  private hasBegun(list: HTMLElement): void {
    this.widths.observe(list);
    this.growWhenIdle();
  }

  /** A little at a time, so that a user who presses something meanwhile is not kept waiting. */
  private growWhenIdle(): void {
    this.stopGrowing();
    this.stopGrowing = whenIdle(() => {
      this.share = Math.min(1, this.share + shareAtOnce);
      this.corrections = 0;
      startTransition(() => this.followView());
      if (this.share < 1) this.growWhenIdle();
    });
  }

  override getSnapshotBeforeUpdate(): Kept {
    const list = this.list.current;
    if (list === null) return { anchor: null, focusOrder: [] };
    const anchor = this.state.isBeginning ? null : anchorOf(list, viewOf(this.scroller));
    return { anchor, focusOrder: focusOrderOf(list) };
  }

  override componentDidUpdate(
    _props: WindowedListProps<Item>,
    before: State<Item>,
    { anchor, focusOrder }: Kept,
  ): void {
    const list = this.list.current;
    if (list === null) return;
    const { items, name, rows, window } = this.state;
    if (before.name === name) {
      returnTo(this.returning ?? anchor, list, this.scroller);
    } else {
      rows.follow(gridOf(list));
      toTop(list, this.scroller);
      this.share = 0;
      this.growWhenIdle();
    }
    keepFocus(focusOrder);
    this.corrections = before.items === items ? this.corrections + 1 : 0;
    if (this.corrections <= mostCorrections) this.followView();
    if (before.items !== items || before.window !== window) this.tellShown();
  }

  /** @returns the window for what is in view; null while the list is not shown, or has another width */
  private windowInView(list: HTMLElement): Rows | null {
    const { rows } = this.state;
    const { top, width } = list.getBoundingClientRect();
    if (!rows.isFor(width)) return null;
    rows.note(heightsIn(list));
    const view = viewOf(this.scroller);
    this.reading = heldPlace(list, this.state.heldId, view) ?? readingPlace(list, view);
    return rows.around(
      { top: view.top - top, bottom: view.bottom - top },
      Math.max(leastAhead, (view.bottom - view.top) * aheadShare) * this.share,
      Math.floor(mostItems / rows.columns),
    );
  }

  private followView(): void {
    const list = this.list.current;
    if (list === null || this.state.isBeginning) return;
    const { from, to } = this.state.window;
    const next = this.windowInView(list);
    if (next !== null && (next.from !== from || next.to !== to)) this.setState({ window: next });
  }

  private readonly followScroll = ({ target }: Event): void => {
    if (target instanceof Element && !target.contains(this.list.current)) return;
    this.corrections = 0;
    this.followView();
  };

  private readonly followFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element) || target.closest(inDialog) !== null) return;
    const item = placedElements(this.list.current).find((each) => each.contains(target));
    const heldId = item ? idOf(item) : null;
    if (heldId !== this.state.heldId) this.setState({ heldId });
  };

  /** A ticket opens beside the list, a tablet is turned: what was pressed or read keeps its height. */
  private followWidth(): void {
    const list = this.list.current;
    const { rows, window } = this.state;
    const { columns } = rows;
    if (list === null || !rows.follow(gridOf(list))) return;
    rows.note(heightsIn(list));
    this.returning = this.reading;
    this.corrections = 0;
    // The same items, in other rows. At once: between this and the next frame nobody sees that they
    // have moved.
    const from = Math.floor((window.from * columns) / rows.columns);
    const to = Math.ceil((window.to * columns) / rows.columns);
    flushSync(() => this.setState({ window: { from, to } }));
    this.returning = null;
  }

  private tellShown(): void {
    const { items, name, rows, window } = this.state;
    const shown = items.slice(window.from * rows.columns, window.to * rows.columns);
    this.props.onShown(
      name,
      shown.map(({ id }) => id),
    );
  }

  /**
   * @returns the rows in the page: those of the window, what is held with its neighbours, and the first
   *   and the last, where Tab enters the list from what stands before, beside or after it
   */
  private rowsInPage(): number[] {
    const { items, rows, window, heldId, isBeginning } = this.state;
    const held = heldId === null ? -1 : items.findIndex(({ id }) => id === heldId);
    const row = Math.floor(held / rows.columns);
    const near = held === -1 ? [] : [row - 1, row, row + 1];
    const inWindow = Array.from({ length: window.to - window.from }, (_, at) => window.from + at);
    const ends = isBeginning ? [] : [0, rows.count - 1];
    return [...new Set([...near, ...inWindow, ...ends])]
      .filter((each) => each >= 0 && each < rows.count)
      .toSorted((one, other) => one - other);
  }

  private readonly hold = (list: HTMLElement | null): void => {
    this.list.current = list;
  };

  override render() {
    const { label, className, head, isBusy, hasMore, children } = this.props;
    const { items, rows, isBeginning } = this.state;
    rows.hold(items);
    const parts: ReactNode[] = [];
    let next = 0;
    for (const row of [...this.rowsInPage(), rows.count]) {
      const height = rows.heightOf({ from: next, to: row });
      if (height > 0) {
        parts.push(<ListSpace key={`space-${next}`} height={height} isRow={head !== undefined} />);
      }
      next = row + 1;
      const first = row * rows.columns;
      for (const [at, item] of items.slice(first, first + rows.columns).entries()) {
        parts.push(
          <PlacedItem
            key={item.id}
            item={item}
            index={first + at}
            size={hasMore ? null : items.length}
            show={children}
          />,
        );
      }
    }
    const list = {
      'aria-label': label,
      'aria-busy': isBusy || isBeginning,
      // What loads on below comes once its place is known.
      className: `[overflow-anchor:none] ${isBeginning ? '[&~*]:hidden' : ''} ${className}`,
    };
    if (head === undefined) {
      return (
        <ul ref={this.hold} {...list}>
          {parts}
        </ul>
      );
    }
    return (
      // The head is a row as well.
      <table {...list} aria-rowcount={hasMore ? -1 : items.length + 1}>
        {head}
        <tbody ref={this.hold}>{parts}</tbody>
      </table>
    );
  }
}
