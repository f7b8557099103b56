import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { buttonClasses } from '../ui/classes.ts';
import { MessageScreen } from './message-screen.tsx';

/**
 * The last net under the routes. Both ways on load the page anew, because nothing that is left in
 * memory can be trusted. Source: specification, section 2 (routes).
 */
function RoutingErrorScreen({ error }: { error: unknown }) {
  const message = error instanceof Error ? error.message : String(error);
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
          Something went wrong on this screen. What was saved is safe. If it comes back after a
          reload, the line below helps whoever looks after this tool.
        </p>
        <p className="mt-4 break-words rounded border bg-surface px-3 py-2 font-medium text-ink text-sm">
          {message}
        </p>
      </MessageScreen>
    </div>
  );
}

interface State {
  failure: { error: unknown } | null;
}

/** Catches what a screen throws while it is drawn, and a screen whose code cannot be loaded. */
export class RoutingErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override render() {
    const { failure } = this.state;
    return failure === null ? this.props.children : <RoutingErrorScreen error={failure.error} />;
  }
}
