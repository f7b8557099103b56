import type { ReactNode } from 'react';
import { type Place, type TabName, useAddress } from '../../data/address.ts';
import { useGoTo } from '../../data/go-to.ts';
import { isPlainPress, Link } from '../../data/location.tsx';
import { toasts } from '../../data/toasts.ts';
import { classNames, reachClasses } from '../../ui/classes.ts';
import { openDialogs } from '../../ui/open-dialogs.ts';

/** A link from a ticket or a form to a page, unless typed text would be lost. */
export function PageLink({
  tab,
  place,
  what,
  children,
}: {
  tab: TabName;
  place: Partial<Place>;
  /** The page, as named in a sentence. */
  what: string;
  children: ReactNode;
}) {
  const { href } = useAddress();
  const goTo = useGoTo();
  return (
    <Link
      to={href({ ticket: null, ...place, tab })}
      className={classNames(
        reachClasses,
        'max-w-full underline decoration-line-strong underline-offset-2 hover:decoration-accent',
      )}
      onClick={(event) => {
        if (!isPlainPress(event)) return;
        event.preventDefault();
        if (openDialogs.closeAll()) goTo(tab, { ticket: null, ...place });
        else {
          toasts.show({
            kind: 'info',
            title: 'You have unsaved changes',
            detail: `Save, send or clear them, then go to ${what}.`,
          });
        }
      }}
    >
      {children}
    </Link>
  );
}

/** A client's name, linked to their page. */
export const ClientLink = ({ clientId, children }: { clientId: string; children: ReactNode }) => (
  <PageLink tab="clients" place={{ client: clientId }} what="the client">
    {children}
  </PageLink>
);

/** A link to a watch's page. */
export const WatchLink = ({ watchId, children }: { watchId: string; children: ReactNode }) => (
  <PageLink tab="watch" place={{ watch: watchId }} what="the watch">
    {children}
  </PageLink>
);
