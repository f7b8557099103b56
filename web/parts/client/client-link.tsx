import type { ReactNode } from 'react';
import { useAddress } from '../../data/address.ts';
import { useGoTo } from '../../data/go-to.ts';
import { isPlainPress, Link } from '../../data/location.tsx';
import { toasts } from '../../data/toasts.ts';
import { classNames, reachClasses } from '../../ui/classes.ts';
import { openDialogs } from '../../ui/open-dialogs.ts';

/** A client's name; leads to what is known of them, unless something typed would be lost. */
export function ClientLink({ clientId, children }: { clientId: string; children: ReactNode }) {
  const { href } = useAddress();
  const goTo = useGoTo();
  const place = { client: clientId, ticket: null };
  return (
    <Link
      to={href({ ...place, tab: 'clients' })}
      className={classNames(
        reachClasses,
        'max-w-full underline decoration-line-strong underline-offset-2 hover:decoration-accent',
      )}
      onClick={(event) => {
        if (!isPlainPress(event)) return;
        event.preventDefault();
        if (openDialogs.closeAll()) goTo('clients', place);
        else {
          toasts.show({
            kind: 'info',
            title: 'You have unsaved changes',
            detail: 'Save, send or clear them, then go to the client.',
          });
        }
      }}
    >
      {children}
    </Link>
  );
}
