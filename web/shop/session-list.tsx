import { useMutation, useQueryClient } from '@tanstack/react-query';
import LogOut from 'lucide/log-out';
import { useRef, useState } from 'react';
import type { Session } from '../../domain/api-shop.ts';
import { CallProblem, call } from '../data/call.ts';
import { failureOf, showFailure } from '../data/failure-toast.ts';
import { sessionsQuery } from '../data/queries.ts';
import { logOut } from '../data/session.ts';
import type { ItemPlace } from '../lists/placed-item.tsx';
import { WindowedList } from '../lists/windowed-list.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { DateTime, TimeAgo } from '../ui/date-time.tsx';
import { useKeptFocus } from '../ui/focus.ts';
import { Flag } from '../ui/status-badge.tsx';
import { toasts } from '../ui/toasts.ts';

type Scope = 'others' | 'all';

/** Ends all sessions at once: for a lost computer, or a colleague who has left the shop. */
function LogOutEverywhere({ others }: { others: number }) {
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

/** It comes whole, and is read anew as a whole. */
const stay = () => undefined;

/** Every browser that is logged in, with a way to end each but the one in use. */
export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useKeptFocus(section, heading);
  return (
    <section ref={section} aria-labelledby="sessions-heading">
      <Card as="div" flush>
        <div className="flex min-h-control flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
          <h2 ref={heading} id="sessions-heading" tabIndex={-1} className="font-semibold">
            Logged in <span className="figures text-ink-muted">{sessions.length}</span>
          </h2>
          <LogOutEverywhere others={sessions.filter(({ isCurrent }) => !isCurrent).length} />
        </div>
        <WindowedList
          name="sessions"
          items={sessions}
          hasMore={false}
          isBusy={false}
          onShown={stay}
          label="Logged in"
          className=""
        >
          {(session, place) => <SessionRow place={place} session={session} />}
        </WindowedList>
      </Card>
    </section>
  );
}

function SessionRow({ place, session }: { place: ItemPlace; session: Session }) {
  const queryClient = useQueryClient();
  const ending = useMutation({
    mutationFn: () => call('DELETE /api/sessions/{id}', { params: { id: session.id } }),
    onSuccess: () => toasts.show({ kind: 'success', title: `${session.device} was logged out` }),
    onError: (error) => {
      // Someone else got there first; the outcome is the one wanted.
      if (error instanceof CallProblem && error.code === 'session-not-found') return;
      showFailure(error, { title: 'Not logged out', detail: error.message });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const titleId = `session-${session.id}`;
  return (
    <li
      {...place}
      aria-labelledby={titleId}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t px-4 py-3"
    >
      <div className="flex min-w-0 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span id={titleId} className="font-medium">
            {session.device}
          </span>
          {session.isCurrent && <Flag ink="good" label="This computer" />}
        </p>
        <p className="text-ink-muted text-sm">
          Logged in <DateTime iso={session.createdAt} /> · last seen{' '}
          <TimeAgo iso={session.lastSeenAt} />
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          icon={LogOut}
          aria-describedby={titleId}
          pending={ending.isPending || ending.isSuccess}
          onClick={() => ending.mutate()}
        >
          Log out
        </Button>
      )}
    </li>
  );
}
