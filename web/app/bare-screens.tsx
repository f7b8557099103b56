import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { buttonClasses } from '../ui/classes.ts';
import { Loading, Skeleton } from '../ui/states.tsx';

function MessageScreen({
  code,
  title,
  children,
  actions,
}: {
  code?: string;
  title: string;
  children: ReactNode;
  actions: ReactNode;
}) {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="flex w-full max-w-md flex-col gap-6">
        <div className="flex flex-col gap-2">
          {code !== undefined && <p className="figures text-ink-muted">{code}</p>}
          <h1 className="font-semibold text-lg">{title}</h1>
          <div className="text-ink-muted">{children}</div>
        </div>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
    </main>
  );
}

/** Source: specification, section 2 (routes). */
export function NotFoundScreen() {
  return (
    <MessageScreen
      code="404"
      title="Page not found"
      actions={
        <a href="/" className={buttonClasses({ variant: 'primary' })}>
          Return to Home
        </a>
      }
    >
      <title>Page not found</title>
      There is nothing at this address.
    </MessageScreen>
  );
}

/**
 * The last safety net. Both ways out reload the page, because nothing that is left in
 * memory can be trusted. Source: specification, section 2 (routes).
 */
export function UnexpectedErrorScreen({ error }: { error: unknown }) {
  return (
    <div role="alert">
      <MessageScreen
        title="Unexpected Application Error!"
        actions={
          <>
            <Button variant="primary" onClick={() => location.reload()}>
              Reload
            </Button>
            <a href="/" className={buttonClasses()}>
              Return to Home
            </a>
          </>
        }
      >
        <p>
          Something went wrong on this screen. Everything you saved is safe. If it keeps happening,
          share the line below with the person who runs the server.
        </p>
        <p className="mt-4 break-words rounded border bg-surface px-3 py-2 font-medium text-ink text-sm">
          {error instanceof Error ? error.message : String(error)}
        </p>
      </MessageScreen>
    </div>
  );
}

/** The dashboard's frame while its code, or the server's answer, is on its way. */
export function DashboardSkeleton() {
  return (
    <Loading label="Loading the dashboard…">
      <div className="flex h-14 items-center justify-between border-b bg-surface px-4 sm:px-6">
        <span className="font-semibold">Watch repair</span>
        <Skeleton className="h-control w-24" />
      </div>
      <div className="mx-auto flex max-w-[90rem] flex-col gap-4 px-4 py-4 sm:px-6">
        <Skeleton className="h-control w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
    </Loading>
  );
}

interface BoundaryProps {
  /** A new value means a new try. */
  resetKey?: string | null;
  fallback: (error: unknown) => ReactNode;
  children: ReactNode;
}

interface BoundaryState {
  failure: { error: unknown } | null;
}

/** Keeps a part that cannot be loaded or drawn from taking down what is around it. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: null };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failure: { error } };
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (before.resetKey !== this.props.resetKey && this.state.failure !== null) {
      this.setState({ failure: null });
    }
  }

  override render() {
    const { failure } = this.state;
    return failure === null ? this.props.children : this.props.fallback(failure.error);
  }
}
