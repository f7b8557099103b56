import { type TabName, useAddress } from '../data/address.ts';
import { isPlainPress } from '../data/location.tsx';
import { buttonClasses, classNames } from '../ui/classes.ts';

export const contentId = 'content';

const withList: readonly TabName[] = ['overview', 'repairs', 'clients'];

/** Of the innermost tab: the first item of its list, or else where it begins. */
function focusContent(): void {
  const panel = [...document.querySelectorAll<HTMLElement>('main [role="tabpanel"]')].at(-1);
  const first = panel?.querySelector<HTMLElement>('[data-item] :is(a, button)');
  (first ?? panel)?.focus();
}

/**
 * The first stop of Tab, seen while it has the focus: past the header, the tabs and what is above
 * the list. It leaves the address as it is.
 */
export function SkipLink() {
  const { tab } = useAddress();
  return (
    <a
      href={`#${contentId}`}
      onClick={(event) => {
        if (!isPlainPress(event)) return;
        event.preventDefault();
        focusContent();
      }}
      className={classNames(
        buttonClasses({ variant: 'primary' }),
        'fixed! top-1.5 left-4 z-50 not-focus:-translate-y-20 sm:left-6',
      )}
    >
      {withList.includes(tab) ? 'Skip to the list' : 'Skip to main content'}
    </a>
  );
}
