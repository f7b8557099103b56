import { lazy, Suspense } from 'react';
import { startSession } from '../data/session.ts';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { SessionGate } from './session-gate.tsx';

async function loadDashboard() {
  const { Dashboard, loadTabInAddress } = await import('./dashboard.tsx');
  // What fails is loaded again when it is drawn, and says so then.
  loadTabInAddress().catch(() => undefined);
  return { default: Dashboard };
}

const Dashboard = lazy(loadDashboard);

// Before anything is drawn: while the server checks the session, or the user types the password.
startSession();
loadDashboard().catch(() => undefined);

/** The path `/`: the login, and behind it the dashboard. */
export default function DashboardScreen() {
  return (
    <SessionGate waiting={<DashboardSkeleton />}>
      <Suspense fallback={<DashboardSkeleton />}>
        <Dashboard />
      </Suspense>
    </SessionGate>
  );
}
