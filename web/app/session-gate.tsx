import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { forgetAnswers } from '../data/call.ts';
import { forgetLocalCopies } from '../data/local-copies.ts';
import { useSession } from '../data/session.ts';
import { toasts } from '../ui/toasts.ts';
import { LoginScreen } from './login-screen.tsx';

/**
 * Shows the login unless a user is logged in. However a session ends, the screens go with all the
 * customer data that they hold; a repair that is being taken in is kept as a draft.
 */
export function SessionGate({ children, waiting }: { children: ReactNode; waiting: ReactNode }) {
  const session = useSession();
  const queryClient = useQueryClient();
  const isOver = session === 'closed' || session === 'ended';

  useEffect(() => {
    // In every tab, whichever of them logged out; after the screens have gone.
    if (!isOver) return;
    queryClient.clear();
    forgetAnswers();
    void forgetLocalCopies();
    toasts.clear();
  }, [isOver, queryClient]);

  if (session === 'checking') return waiting;
  return isOver ? <LoginScreen hasEnded={session === 'ended'} /> : children;
}
