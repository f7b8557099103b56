import '../../data/zod-setup.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import KeyRound from 'lucide/key-round';
import LogOut from 'lucide/log-out';
import { useForm } from 'react-hook-form';
import { changePasswordForm, type Session } from '../../../domain/api-shop.ts';
import { shortestPassword } from '../../../domain/new-password.ts';
import { CallProblem, call } from '../../data/call.ts';
import { failureOf, showFailure } from '../../data/failure-toast.ts';
import { useAwayReason } from '../../data/outage.ts';
import { queryClient, sessionsQuery } from '../../data/queries.ts';
import { logOut } from '../../data/session.ts';
import { waitingText } from '../../data/shop-time.ts';
import { toasts } from '../../data/toasts.ts';
import { sessionWords } from '../../parts/history/event-words.ts';
import { LongList } from '../../parts/list/long-list.tsx';
import type { ItemPlace } from '../../parts/list/placed-item.tsx';
import { DateTime, TimeAgo, useCountdown } from '../../parts/time/date-time.tsx';
import { Flag } from '../../ui/badge.tsx';
import { ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useKeptFocus } from '../../ui/focus.ts';
import { useDialogSubject } from '../../ui/open-dialogs.ts';
import { Loaded, SkeletonRows } from '../../ui/states.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { Code, ShopPart } from './shop-part.tsx';

export function AccessSection() {
  const query = useQuery(sessionsQuery);
  return (
    <section aria-label="Access">
      <Loaded
        query={query}
        what="the list of logins"
        skeleton={
          <div className="all-waits">
            <SkeletonRows rows={3} />
          </div>
        }
      >
        {({ items, passwordIsSetOutside }) => (
          <div className="grid items-start gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,48rem)_minmax(0,24rem)]">
            <SessionList sessions={items} />
            <PasswordCard isSetOutside={passwordIsSetOutside} />
          </div>
        )}
      </Loaded>
    </section>
  );
}

type Scope = 'others' | 'all';

/** Ends all sessions at once: for a lost computer, or a colleague who has left the shop. */
function LogOutEverywhere({ others }: { others: number }) {
  const question = useDialogSubject<Scope>();
  const ending = useMutation({
    mutationFn: (scope: Scope) => call('endSessions', { query: { scope } }),
    onSuccess: (_answer, scope) => {
      question.close();
      if (scope === 'all') logOut();
      else toasts.show({ kind: 'success', title: 'Everyone else was logged out' });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const ask = (scope: Scope) => {
    ending.reset();
    question.open(scope);
  };

  return (
    <div className="flex flex-wrap gap-2">
      {others > 0 && <Button onClick={() => ask('others')}>Log out everyone else</Button>}
      <Button onClick={() => ask('all')}>Log out everywhere</Button>
      <ConfirmDialog
        open={question.isOpen}
        onClose={question.close}
        title={
          question.subject === 'all'
            ? 'Log out everywhere, including here?'
            : 'Log out everyone else?'
        }
        description="Anyone who is logged out has to log in again. Any repair they are entering is kept."
        confirmLabel={question.subject === 'all' ? 'Log out everywhere' : 'Log out everyone else'}
        pending={ending.isPending}
        problem={failureOf(ending.error, 'No one was logged out')}
        onConfirm={() => {
          if (!ending.isSuccess) ending.mutate(question.subject ?? 'others');
        }}
      />
    </div>
  );
}

function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const { part, heading } = useKeptFocus();
  return (
    <section ref={part} aria-labelledby="sessions-heading">
      <Card as="div" flush>
        <div className="flex min-h-control flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
          <h2 ref={heading} id="sessions-heading" tabIndex={-1} className="font-semibold">
            Logged in <span className="figures text-ink-muted">{sessions.length}</span>
          </h2>
          <LogOutEverywhere others={sessions.filter(({ isCurrent }) => !isCurrent).length} />
        </div>
        <LongList
          name="sessions"
          items={[
            ...sessions.filter(({ isCurrent }) => isCurrent),
            ...sessions.filter(({ isCurrent }) => !isCurrent),
          ]}
          hasMore={false}
          isBusy={false}
          label="Logged in"
          className=""
        >
          {(session, place) => <SessionRow place={place} session={session} />}
        </LongList>
      </Card>
    </section>
  );
}

function SessionRow({ place, session }: { place: ItemPlace; session: Session }) {
  const ending = useMutation({
    mutationFn: () => call('endSession', { params: { id: session.id } }),
    onSuccess: () => toasts.show({ kind: 'success', title: `${session.device} was logged out` }),
    onError: (error) => {
      // Someone else got there first; the outcome is the one wanted.
      if (error instanceof CallProblem && error.code === 'session-not-found') return;
      showFailure(error, 'Not logged out');
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const titleId = `session-${session.id}`;
  return (
    <li
      {...place}
      aria-labelledby={titleId}
      className="flex items-center justify-between gap-x-2 border-t py-2 pr-1 pl-4 sm:px-4 sm:py-3"
    >
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span id={titleId} className="font-medium">
            {session.device} · <span className="figures">{sessionWords(session.id)}</span>
          </span>
          {session.isCurrent && <Flag ink="good" label="This computer" />}
        </p>
        <p className="flex flex-wrap gap-x-4 text-ink-muted text-sm">
          {!session.isCurrent && (
            <span>
              Last seen <TimeAgo iso={session.lastSeenAt} />
            </span>
          )}
          <span>
            Logged in <DateTime iso={session.createdAt} />
          </span>
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          variant="quiet"
          icon={LogOut}
          aria-describedby={titleId}
          pending={ending.isPending || ending.isSuccess}
          onClick={() => ending.mutate()}
        >
          <span className="max-sm:sr-only">Log out</span>
        </Button>
      )}
    </li>
  );
}

function PasswordCard({ isSetOutside }: { isSetOutside: boolean }) {
  const about = isSetOutside && (
    <>
      The password is set by <Code>SHOP_PASSWORD</Code> in the server’s environment. Change it there
      and restart the server: everyone will be logged out.
    </>
  );
  return (
    <ShopPart title="Shop password" about={about || undefined}>
      {!isSetOutside && <PasswordForm />}
    </ShopPart>
  );
}

const empty = { currentPassword: '', newPassword: '', repeated: '' };

/** @param hasWaited whether the wait that a refusal asked for is over */
function problemOf(error: Error | null, hasWaited: boolean) {
  const { code, errors, title } =
    error instanceof CallProblem
      ? error
      : { code: null, errors: [], title: 'Password not changed' };
  if (errors.some(({ path }) => path in empty)) return null;
  if (code === 'too-many-logins' && hasWaited) return null;
  return failureOf(error, title);
}

function PasswordForm() {
  const form = useForm({ resolver: zodResolver(changePasswordForm), defaultValues: empty });
  const { errors } = form.formState;
  const { secondsLeft, start: startCountdown } = useCountdown();
  const awayReason = useAwayReason();

  const changing = useMutation({
    mutationFn: ({ currentPassword, newPassword }: typeof empty) =>
      call('changePassword', { body: { currentPassword, newPassword } }),
    onSuccess: () => {
      form.reset(empty, { keepFieldsRef: true });
      toasts.show({
        kind: 'success',
        title: 'Password changed',
        detail: 'Everyone else was logged out.',
      });
    },
    onError: (error) => {
      if (!(error instanceof CallProblem)) return;
      for (const { path, message } of error.errors) {
        if (path === 'currentPassword' || path === 'newPassword') {
          form.setError(path, { message }, { shouldFocus: true });
        }
      }
      if (error.code === 'too-many-logins') startCountdown(error.retryAfterSeconds ?? 30);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });

  const problem = problemOf(changing.error, secondsLeft === 0);
  const field = (name: keyof typeof empty) => ({
    ...form.register(name),
    error: errors[name]?.message,
  });

  return (
    <form
      noValidate
      className="flex max-w-sm flex-col gap-4"
      onSubmit={form.handleSubmit((given) => {
        if (!changing.isPending && secondsLeft === 0) changing.mutate(given);
      })}
    >
      {/* Password managers file passwords under a user name; the shop has only one. */}
      <input type="text" name="username" autoComplete="username" value="shop" readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...field('currentPassword')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${shortestPassword} characters. A few words in a row are easy to remember.`}
        {...field('newPassword')}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        {...field('repeated')}
      />
      <p className="text-ink-muted text-sm">
        Everyone else will be logged out and will need the new password.
      </p>
      <div role="alert" className="empty:hidden">
        <ProblemBanner problem={problem} />
      </div>
      <div className="flex justify-end">
        <Button
          type="submit"
          variant="primary"
          icon={KeyRound}
          pending={changing.isPending}
          disabledReason={
            secondsLeft > 0 ? `You can try again in ${waitingText(secondsLeft)}.` : awayReason
          }
        >
          Change password
        </Button>
      </div>
    </form>
  );
}
