import { Suspense } from 'react';
import { startSession } from '../data/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { SessionGate } from './session-gate.tsx';

/** With the tab that the address names: one wait for both. */
const dashboard = lazyPart(async () => {
  const { Dashboard, loadTabInAddress } = await import('./dashboard.tsx');
  // What fails is loaded again when it is drawn, and says so then.
  await loadTabInAddress().catch(() => undefined);
  return Dashboard;
});

// Before anything is drawn: while the server checks the session, or the user types the password.
startSession();
dashboard.load().catch(() => undefined);

/** The path `/`: the login, and behind it the dashboard. */
export default function DashboardScreen() {
  return (
    <SessionGate waiting={<DashboardSkeleton />}>
      <Suspense fallback={<DashboardSkeleton />}>
        <dashboard.Part />
      </Suspense>
    </SessionGate>
  );
}
