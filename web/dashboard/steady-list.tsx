import { Component, createRef, type ReactNode } from 'react';

interface SteadyListProps {
  /** What the list holds; read out. */
  label: string;
  className: string;
  /** List items with keys. */
  children: ReactNode;
}

interface Kept {
  /** What somebody looks at, and how far from the top of the window it stood. */
  anchor: { item: Element; top: number } | null;
  /** The item with the focus, then those that follow, then those before it. */
  focusOrder: Element[];
}

const height = (selector: string) =>
  document.querySelector(selector)?.getBoundingClientRect().bottom ?? 0;

/**
 * A list that changes while somebody reads it: what they look at stays where it is, and the focus
 * stays in the list when its item leaves. A class, because only a class is asked before the page is
 * changed. Browsers' own scroll anchoring is switched off: not all have it, and two would be one too many.
 */
export class SteadyList extends Component<SteadyListProps> {
  private readonly list = createRef<HTMLUListElement>();

  override getSnapshotBeforeUpdate(): Kept {
    const list = this.list.current;
    if (list === null) return { anchor: null, focusOrder: [] };
    const items = [...list.children];
    const focusedAt = items.findIndex((item) => item.contains(document.activeElement));
    const focusOrder =
      focusedAt === -1
        ? []
        : [...items.slice(focusedAt), ...items.slice(0, focusedAt).toReversed()];

    const viewTop = height('[data-top-bar]');
    const isScrolledInto = list.getBoundingClientRect().top < viewTop;
    const pointed = items.find((item) => item.matches(':hover'));
    const firstInView = items.find((item) => item.getBoundingClientRect().bottom > viewTop);
    const item = focusOrder[0] ?? pointed ?? (isScrolledInto ? firstInView : undefined);
    const anchor = item ? { item, top: item.getBoundingClientRect().top } : null;
    return { anchor, focusOrder };
  }

  override componentDidUpdate(_props: SteadyListProps, _state: unknown, kept: Kept): void {
    const { anchor, focusOrder } = kept;
    if (anchor?.item.isConnected) {
      const moved = anchor.item.getBoundingClientRect().top - anchor.top;
      if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
    }
    const [focused, ...others] = focusOrder;
    if (focused === undefined || focused.isConnected) return;
    const next = others.find((item) => item.isConnected);
    next?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
  }

  override render() {
    const { label, className, children } = this.props;
    return (
      <ul ref={this.list} aria-label={label} className={`[overflow-anchor:none] ${className}`}>
        {children}
      </ul>
    );
  }
}
