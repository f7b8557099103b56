import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { failureOf } from '../api/failure-toast.ts';
import { sessionsQuery } from '../api/queries.ts';
import { logOut } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toasts } from '../ui/toasts.ts';

type Scope = 'others' | 'all';

/** Ends all sessions at once: for a lost computer, or a colleague who has left the shop. */
export function LogOutEverywhere({ others }: { others: number }) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Scope>('others');
  const [isOpen, setIsOpen] = useState(false);
  const ending = useMutation({
    mutationFn: (scope: Scope) => call('DELETE /api/sessions', { query: { scope } }),
    onSuccess: (_answer, scope) => {
      setIsOpen(false);
      if (scope === 'all') logOut();
      else toasts.show({ kind: 'success', title: 'All others are logged out' });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const ask = (scope: Scope) => {
    ending.reset();
    setAsked(scope);
    setIsOpen(true);
  };

  return (
    <div className="flex flex-wrap gap-2">
      {others > 0 && <Button onClick={() => ask('others')}>Log out all others</Button>}
      <Button onClick={() => ask('all')}>Log out everywhere</Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={asked === 'all' ? 'Log out everywhere, here too?' : 'Log out all other computers?'}
        description="Whoever works there has to log in again. What they were typing is kept until they do."
        confirmLabel={asked === 'all' ? 'Log out everywhere' : 'Log out all others'}
        pending={ending.isPending}
        problem={failureOf(ending.error, {
          title: 'Nobody was logged out',
          detail: ending.error?.message ?? '',
        })}
        onConfirm={() => {
          if (!ending.isSuccess) ending.mutate(asked);
        }}
      />
    </div>
  );
}
