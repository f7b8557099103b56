import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { currentPlace } from '../data/address.ts';
import { CallProblem, forgetAnswers } from '../data/call.ts';
import { whenIdle } from '../data/idle.ts';
import { forgetLocalCopies } from '../data/local-copies.ts';
import { queryClient } from '../data/queries.ts';
import { logIn, restoredNote, startSession, useSession } from '../data/session.ts';
import { waitingText } from '../data/shop-time.ts';
import { toasts } from '../data/toasts.ts';
import { begunAnswers } from '../parts/text/begun-answers.ts';
import { useCountdown } from '../parts/time/date-time.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PasswordField } from '../ui/text-field.tsx';
import { DashboardSkeleton } from './bare-screens.tsx';
import { loadTabPart } from './tab-loaders.ts';

const { Part: WaitingNotice } = lazyPart(
  async () => (await import('./waiting-notice.tsx')).WaitingNotice,
);

interface Refusal {
  field?: string;
  /** It is no longer true once the waiting is over. */
  isWait?: boolean;
  form?: { title: string; detail: string };
}

function refusalFrom(error: unknown): Refusal {
  if (!(error instanceof CallProblem)) {
    return { form: { title: 'Login failed', detail: String(error) } };
  }
  switch (error.code) {
    case 'invalid-password':
      return { field: error.detail };
    case 'validation-failed':
      return { field: error.errors[0]?.message ?? error.detail };
    case 'too-many-logins':
      return { field: `${error.title}. ${error.detail}`, isWait: true };
    default:
      return { form: { title: error.title, detail: error.detail } };
  }
}

/** Source: specification, sections 2 (login screen) and 5 (login). */
function LoginScreen({ hasEnded }: { hasEnded: boolean }) {
  const [password, setPassword] = useState('');
  const [isPending, setIsPending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>({});
  const { secondsLeft, start: startCountdown } = useCountdown();
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => field.current?.focus(), []);

  const fieldError = refusal.isWait && secondsLeft === 0 ? undefined : refusal.field;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    setIsPending(true);
    try {
      await logIn(password);
    } catch (error) {
      setRefusal(refusalFrom(error));
      if (error instanceof CallProblem && error.code === 'too-many-logins') {
        startCountdown(error.retryAfterSeconds ?? 30);
      }
      setIsPending(false);
      field.current?.focus();
      field.current?.select();
    }
  }

  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <title>Log in – Watch repair back office</title>
      <div className="flex w-full max-w-sm flex-col gap-6 rounded border bg-surface p-6">
        <h1 className="font-semibold text-lg">Watch repair back office</h1>
        {hasEnded && (
          <Banner live title={restoredNote.get()?.words ?? 'Your session has ended.'}>
            Log in again to continue. Any repair you were entering has been kept.
          </Banner>
        )}
        <WaitingNotice />
        {refusal.form !== undefined && (
          <div role="alert">
            <Banner tone="danger" title={refusal.form.title}>
              {refusal.form.detail}
            </Banner>
          </div>
        )}
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          {/* Password managers file passwords under a user name; the shop has only one. */}
          <input type="text" name="username" autoComplete="username" value="shop" readOnly hidden />
          {/* Live, because the focus is already where the error appears. */}
          <div aria-live="polite">
            <PasswordField
              ref={field}
              label="Password"
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              error={fieldError}
            />
          </div>
          <Button
            type="submit"
            variant="primary"
            block
            pending={isPending}
            disabledReason={
              secondsLeft > 0 ? `You can try again in ${waitingText(secondsLeft)}.` : undefined
            }
          >
            Login
          </Button>
        </form>
      </div>
    </main>
  );
}

/** With the tab that the address names: one wait for both. */
const dashboard = lazyPart(
  async () => {
    loadTabPart[currentPlace().tab]().catch(() => undefined);
    const { Dashboard, loadTabInAddress } = await import('./dashboard.tsx');
    // What fails is loaded again when it is drawn, and says so then.
    await loadTabInAddress().catch(() => undefined);
    return Dashboard;
  },
  <DashboardSkeleton />,
);

const loadAhead = () => void dashboard.load().catch(() => undefined);

/**
 * Shows the login unless a user is logged in. However a session ends, the screens go, with all the
 * customer data that they hold; a repair that is being taken in is kept as a draft.
 */
export function SessionGate() {
  const session = useSession();
  const isOver = session === 'closed' || session === 'ended';

  useEffect(() => {
    // In every tab, whichever of them logged out; after the screens have gone.
    if (!isOver) return;
    queryClient.clear();
    begunAnswers.forget();
    forgetAnswers();
    void forgetLocalCopies();
    toasts.clear();
    // While the password is typed, but not before its field is shown.
    return whenIdle(loadAhead);
  }, [isOver]);

  if (isOver) return <LoginScreen hasEnded={session === 'ended'} />;
  if (session === 'checking') return <DashboardSkeleton />;
  return <dashboard.Part />;
}

/** Before anything is drawn: while the server checks the session, its screens are on their way. */
export function startDashboard(): void {
  if (startSession()) loadAhead();
}
