import { CSPProvider } from '@base-ui/react/csp-provider';
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router';
import { CallProblem } from '../data/call.ts';
import { readOrCopy } from '../data/outage.ts';
import { soonBetweenPresses } from '../ui/press.ts';
import { ToastRegion } from '../ui/toast-region.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { RoutingErrorBoundary } from './routing-error-boundary.tsx';

const loadDashboard = () => import('./dashboard-screen.tsx');
const DashboardScreen = lazy(loadDashboard);

/** Asking again helps where there was no answer; a refusal stays a refusal. */
function retriesOnce(failures: number, error: Error): boolean {
  const isRefusal = error instanceof CallProblem && error.status >= 400 && error.status < 500;
  return failures === 0 && !isRefusal;
}

const queryClient = new QueryClient({
  defaultOptions: {
    // The shop's server may stand in the next room: whether the internet is there says nothing
    // about it, so every call is tried and fails honestly.
    queries: {
      networkMode: 'always',
      persister: readOrCopy,
      retry: retriesOnce,
      retryDelay: 500,
      staleTime: 2_000,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

// What is read comes onto the screen between presses, never under one.
notifyManager.setScheduler(soonBetweenPresses);

export function App() {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <RoutingErrorBoundary>
            <Suspense fallback={null}>
              <Routes>
                <Route path="/" element={<DashboardScreen />} />
                <Route path="*" element={<NotFoundScreen />} />
              </Routes>
            </Suspense>
          </RoutingErrorBoundary>
        </BrowserRouter>
        <ToastRegion />
      </QueryClientProvider>
    </CSPProvider>
  );
}
