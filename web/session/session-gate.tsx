import { useQueryClient } from '@tanstack/react-query';
import { Activity, type ReactNode, useEffect, useRef } from 'react';
import { forgetLocalCopies } from '../local-copies/copy-keys.ts';
import { LoginScreen } from './login-screen.tsx';
import { forgetEverything, useSession } from './session.ts';

/**
 * Shows the login to whoever is not logged in. A session that ends while somebody works hides the
 * screen and puts it to rest, with all that was typed, until somebody has logged in again.
 */
export function SessionGate({ children, waiting }: { children: ReactNode; waiting: ReactNode }) {
  const session = useSession();
  const queryClient = useQueryClient();
  const focused = useRef<Element | null>(null);

  useEffect(() => {
    // In every tab, whichever of them logged out.
    if (session === 'closed') forgetEverything(queryClient);
    // What waits behind the login is kept; copies nobody could read before a login are not.
    if (session === 'ended') forgetLocalCopies();
  }, [session, queryClient]);

  useEffect(() => {
    if (session !== 'open') return;
    const before = focused.current;
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    function remember() {
      if (document.activeElement !== document.body) focused.current = document.activeElement;
    }
    addEventListener('focusin', remember);
    return () => removeEventListener('focusin', remember);
  }, [session]);

  if (session === 'checking') return waiting;
  return (
    <>
      {session !== 'closed' && (
        <Activity mode={session === 'open' ? 'visible' : 'hidden'}>{children}</Activity>
      )}
      {session !== 'open' && <LoginScreen hasEnded={session === 'ended'} />}
    </>
  );
}
