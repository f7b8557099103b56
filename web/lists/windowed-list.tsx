import { Component, createRef, type ReactNode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import type { Listed } from '../data/list-pages.ts';
import { whenIdle } from '../ui/press.ts';
import { type ListMeasures, measuresOf } from './list-measures.ts';
import { scrollerOf, viewOf } from './list-view.ts';
import type { ListWindow } from './paged-list.ts';
import {
  idOf,
  ListSpace,
  measured,
  PlacedItem,
  placedElements,
  type ShowItem,
} from './placed-item.tsx';
import { followedRows, merged, type Rows, rowsAround } from './row-layout.ts';
import {
  anchorOf,
  focusOrderOf,
  keepFocus,
  type Place,
  readingPlace,
  returnTo,
} from './steady-place.ts';

interface WindowedListProps<Item extends Listed> extends ListWindow<Item> {
  /** What the list holds; read out. */
  label: string;
  className: string;
  children: ShowItem<Item>;
}

interface State<Item> {
  /** What the window was chosen for. */
  items: readonly Item[];
  name: string;
  columns: number;
  /** The rows in the page, for what is in view. */
  window: Rows;
  /** Not all of what was in view at the last visit stands there yet. */
  isBeginning: boolean;
  /** The item with the focus, or that has opened the dialog that has it. */
  heldId: string | null;
}

interface Kept {
  anchor: Place | null;
  focusOrder: Element[];
}

/** Before anything is measured; what else is in view follows before it is painted. */
const firstItems = 6;
/** How far before and after the view: a share of its height, more in a low one. In pixels. */
const aheadShare = 0.75;
const leastAhead = 600;
/** The most that stand in the page, unless more are in view. */
const mostItems = 140;
/** Of that, what comes into the page at once when the browser has nothing else to do. */
const shareAtOnce = 0.25;
/** What is measured may call for another window, but it has to come to rest. */
const mostCorrections = 8;

const inDialog = '[role="dialog"], [role="alertdialog"], [data-base-ui-focus-guard]';

/** What was in view at the last visit; a list that is new begins with a few items. */
function firstRows(name: string, columns: number): Rows {
  return { from: 0, to: measuresOf(name).rowsAtFirst || Math.ceil(firstItems / columns) };
}

/** As many rows of it as may come in one frame: more keep a slow machine from answering for too long. */
function begunRows(name: string, columns: number, before: number): Rows {
  const { from, to } = firstRows(name, columns);
  return { from, to: Math.min(to, before + Math.max(1, Math.floor(firstItems / columns))) };
}

/**
 * A list of any length that only renders what is near the view, with empty space for the rest, and
 * which changes while the user reads it: what they look at stays where it is, what has the focus
 * stays in the page with its neighbours, and when it leaves the list, the focus stays in the list.
 * What is in view comes first and alone, a few rows in each frame, the rest when the browser is
 * idle: a user who opens a list waits for nothing that they do not see. A class, because only a
 * class is asked before the page is changed. Browsers' own scroll anchoring is switched off: not
 * all have it, and two would be one too many.
 */
export class WindowedList<Item extends Listed> extends Component<
  WindowedListProps<Item>,
  State<Item>
> {
  private readonly list = createRef<HTMLUListElement>();
  private readonly widths = new ResizeObserver(() => this.followWidth());
  private measures: ListMeasures;
  private scroller: HTMLElement | null = null;
  /** What is at the top of the view, for when the width changes under it. */
  private reading: Place | null = null;
  /** What has to come back to its place, no matter what else has moved. */
  private returning: Place | null = null;
  private corrections = 0;
  /** How much of what shall be before and after the view is there so far; 0 to 1. */
  private share = 0;
  private stopGrowing: () => void = () => undefined;
  private firstLook: number | undefined;

  constructor(props: WindowedListProps<Item>) {
    super(props);
    const { items, name } = props;
    this.measures = measuresOf(name);
    const { columns } = this.measures;
    const window = begunRows(name, columns, 0);
    const isBeginning = window.to < firstRows(name, columns).to;
    this.state = { items, name, columns, window, isBeginning, heldId: null };
  }

  static getDerivedStateFromProps<Item extends Listed>(
    { items, name }: WindowedListProps<Item>,
    state: State<Item>,
  ): Partial<State<Item>> | null {
    if (name !== state.name) {
      return { items, name, window: firstRows(name, state.columns), isBeginning: false };
    }
    if (items === state.items) return null;
    return { items, window: followedRows(state.window, state.items, items, state.columns) };
  }

  override componentDidMount(): void {
    const list = this.list.current;
    if (list === null) return;
    document.addEventListener('scroll', this.followScroll, { capture: true, passive: true });
    document.addEventListener('focusin', this.followFocus);
    addEventListener('resize', this.followScroll);
    this.tellShown();
    this.lookSoon(list);
  }

  private lookSoon(list: HTMLElement): void {
    // In the frame that lays the list out anyway: asked sooner, the browser would do that twice.
    this.firstLook = requestAnimationFrame(() => {
      // A user who comes back to a place further down sees other rows than the first.
      const isScrolledPast = list.getBoundingClientRect().top < 0;
      if (this.state.isBeginning && !isScrolledPast) this.bringInMore(list);
      else this.look(list);
    });
  }

  private bringInMore(list: HTMLElement): void {
    startTransition(() =>
      this.setState(
        ({ name, columns, window: { to } }) => {
          const window = begunRows(name, columns, to);
          return { window, isBeginning: window.to < firstRows(name, columns).to };
        },
        () => this.lookSoon(list),
      ),
    );
  }

  private look(list: HTMLElement): void {
    this.firstLook = undefined;
    this.scroller = scrollerOf(list);
    this.measures.followWidth(list);
    flushSync(() => {
      if (this.state.isBeginning) this.setState({ isBeginning: false });
      this.settle();
    });
    this.measures.rowsAtFirst = this.state.window.from === 0 ? this.state.window.to : 0;
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

  override componentWillUnmount(): void {
    if (this.firstLook !== undefined) cancelAnimationFrame(this.firstLook);
    this.stopGrowing();
    this.widths.disconnect();
    document.removeEventListener('scroll', this.followScroll, { capture: true });
    document.removeEventListener('focusin', this.followFocus);
    removeEventListener('resize', this.followScroll);
    this.props.onShown(this.state.name, []);
  }

  override getSnapshotBeforeUpdate(): Kept {
    const list = this.list.current;
    if (list === null) return { anchor: null, focusOrder: [] };
    if (this.firstLook !== undefined) return { anchor: null, focusOrder: focusOrderOf(list) };
    this.measures.note(measured(placedElements(list)));
    return { anchor: anchorOf(list, this.scroller), focusOrder: focusOrderOf(list) };
  }

  override componentDidUpdate(
    _props: WindowedListProps<Item>,
    before: State<Item>,
    { anchor, focusOrder }: Kept,
  ): void {
    const list = this.list.current;
    if (list === null) return;
    const { items, name, columns, window } = this.state;
    if (before.name === name) {
      returnTo(this.returning ?? anchor, list, this.scroller);
    } else {
      this.measures = measuresOf(name);
      this.measures.followWidth(list);
      this.scroller?.scrollTo({ top: 0, behavior: 'instant' });
      this.share = 0;
      this.growWhenIdle();
    }
    keepFocus(focusOrder);
    if (before.items !== items) this.corrections = 0;
    this.settle();
    const isSame = before.items === items && before.window === window && before.columns === columns;
    if (!isSame) this.tellShown();
  }

  /** Chooses the window for what is in view, now that it can be measured. */
  private settle(): void {
    this.corrections += 1;
    if (this.corrections <= mostCorrections) this.followView();
  }

  private followView(): void {
    const list = this.list.current;
    // Not looked at yet, or of another width: that is made good before the next frame.
    if (list === null || this.firstLook !== undefined || !this.measures.holdFor(list)) return;
    this.measures.note(measured(placedElements(list)));
    const { columns } = this.measures;
    if (columns !== this.state.columns) {
      const at = this.state.window.from * this.state.columns;
      this.setState({ columns, window: this.windowFrom(at) });
      return;
    }
    const { top, width } = list.getBoundingClientRect();
    if (width === 0) return;
    const view = viewOf(this.scroller);
    const next = rowsAround(
      this.measures.layoutOf(this.state.items, columns),
      { top: view.top - top, bottom: view.bottom - top },
      Math.max(leastAhead, (view.bottom - view.top) * aheadShare) * this.share,
      Math.floor(mostItems / columns),
    );
    this.reading = readingPlace(list, this.scroller);
    const { from, to } = this.state.window;
    if (next.from !== from || next.to !== to) this.setState({ window: next });
  }

  /** A window that begins a little before an item. */
  private windowFrom(index: number): Rows {
    const { columns } = this.measures;
    const from = Math.max(0, Math.floor(index / columns) - 1);
    return { from, to: from + Math.ceil(firstItems / columns) };
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

  /** A tablet that is turned: what was read stays at the top, though it stands in another row. */
  private followWidth(): void {
    const list = this.list.current;
    if (list === null || !this.measures.followWidth(list)) return;
    this.measures.note(measured(placedElements(list)));
    const { columns } = this.measures;
    const index = this.state.items.findIndex(({ id }) => id === this.reading?.id);
    const window = index === -1 ? this.state.window : this.windowFrom(index);
    this.returning = index === -1 ? null : this.reading;
    this.corrections = 0;
    // At once: between this and the next frame nobody sees that it has moved.
    flushSync(() => this.setState({ columns, window }));
    this.returning = null;
  }

  private tellShown(): void {
    const { items, name, columns, window } = this.state;
    const shown = items.slice(window.from * columns, window.to * columns);
    this.props.onShown(
      name,
      shown.map(({ id }) => id),
    );
  }

  private runs(): Rows[] {
    const { items, columns, window, heldId } = this.state;
    const rows = Math.ceil(items.length / columns);
    const runs = [{ from: window.from, to: Math.min(window.to, rows) }];
    const held = heldId === null ? -1 : items.findIndex(({ id }) => id === heldId);
    if (held !== -1) {
      const row = Math.floor(held / columns);
      runs.push({ from: Math.max(0, row - 1), to: Math.min(rows, row + 2) });
    }
    return merged(runs);
  }

  private itemsIn({ from, to }: Rows): ReactNode[] {
    const { items, columns } = this.state;
    const size = this.props.hasMore ? null : items.length;
    const first = from * columns;
    return items
      .slice(first, to * columns)
      .map((item, index) => (
        <PlacedItem
          key={item.id}
          item={item}
          index={first + index}
          size={size}
          show={this.props.children}
        />
      ));
  }

  override render() {
    const { label, className, isBusy } = this.props;
    const layout = measuresOf(this.state.name).layoutOf(this.state.items, this.state.columns);
    const parts: ReactNode[] = [];
    let row = 0;
    for (const run of this.runs()) {
      const height = layout.heightOf({ from: row, to: run.from });
      parts.push(<ListSpace key={`space-${row}`} height={height} />, ...this.itemsIn(run));
      row = run.to;
    }
    const height = layout.heightOf({ from: row, to: layout.rows });
    return (
      <ul
        ref={this.list}
        aria-label={label}
        aria-busy={isBusy || this.state.isBeginning}
        className={`[overflow-anchor:none] ${className}`}
      >
        {parts}
        <ListSpace key="space-end" height={height} />
      </ul>
    );
  }
}
