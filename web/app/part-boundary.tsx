import { Component, type ReactNode } from 'react';

interface PartBoundaryProps {
  /** Another value is another try. */
  resetKey: string | null;
  /** Shown in the part's place. */
  fallback: (error: unknown) => ReactNode;
  children: ReactNode;
}

interface State {
  failure: { error: unknown } | null;
}

/** Keeps a part that cannot be loaded or drawn from taking the whole screen with it. */
export class PartBoundary extends Component<PartBoundaryProps, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidUpdate(before: PartBoundaryProps): void {
    if (before.resetKey !== this.props.resetKey && this.state.failure !== null) {
      this.setState({ failure: null });
    }
  }

  override render() {
    const { failure } = this.state;
    return failure === null ? this.props.children : this.props.fallback(failure.error);
  }
}
