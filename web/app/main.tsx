import { CSPProvider } from '@base-ui/react/csp-provider';
import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { CallProblem } from '../data/call.ts';
import { LocationProvider, useLocation } from '../data/location.tsx';
import { readOrCopy } from '../data/outage.ts';
import { queryClient } from '../data/queries.ts';
import { soonBetweenPresses, watchPresses } from '../ui/press.ts';
import { keepApplication } from './application-version.ts';
import { ErrorBoundary, NotFoundScreen, UnexpectedErrorScreen } from './bare-screens.tsx';
import { SessionGate, startDashboard } from './login-screen.tsx';
import { startTheme } from './theme.ts';
import { ToastRegion } from './toast-region.tsx';
import './styles.css';

/** Asking again helps if there was no answer; a refusal stays a refusal. */
function retriesOnce(failures: number, error: Error): boolean {
  const isRefusal = error instanceof CallProblem && error.status >= 400 && error.status < 500;
  return failures === 0 && !isRefusal;
}

queryClient.setDefaultOptions({
  // The shop's server may be in the next room: whether the internet is reachable says nothing
  // about it, so every call is tried and may fail.
  queries: {
    networkMode: 'always',
    persister: readOrCopy,
    retry: retriesOnce,
    retryDelay: 500,
    staleTime: 2_000,
  },
  mutations: { networkMode: 'always', retry: false },
});

// What is read comes onto the screen between presses, never under one.
notifyManager.setScheduler(soonBetweenPresses);

function Screen() {
  return useLocation().pathname === '/' ? <SessionGate /> : <NotFoundScreen />;
}

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no element with the id "root"');

startTheme();
watchPresses();
if (location.pathname === '/') startDashboard();
// After everything that the screen needs. The development server has no worker.
if (import.meta.env.PROD) addEventListener('load', () => void keepApplication(), { once: true });
createRoot(container).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <LocationProvider>
          <ErrorBoundary fallback={(error) => <UnexpectedErrorScreen error={error} />}>
            <Screen />
          </ErrorBoundary>
        </LocationProvider>
        <ToastRegion />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
