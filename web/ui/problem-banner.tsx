import { Banner } from './banner.tsx';

/** What went wrong, in the words of its message: a title, and what to know about it. */
export interface Problem {
  title: string;
  detail?: string | undefined;
}

/** Stays in a dialog for as long as its last try is one that failed. */
export function ProblemBanner({ problem }: { problem: Problem | null }) {
  if (problem === null) return null;
  return (
    <Banner tone="danger">
      <strong className="block font-semibold">{problem.title}</strong>
      {problem.detail}
    </Banner>
  );
}
