import { Component, type ReactNode } from 'react';
import { RoutingErrorScreen } from './routing-error-screen.tsx';

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
