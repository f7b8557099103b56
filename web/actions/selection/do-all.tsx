import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Repair, RepairRow } from '../../../domain/api-answers.ts';
import { CallProblem, call } from '../../data/call.ts';
import { repairStatusLabel } from '../../parts/repair/status-badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { countedText, formatCount } from '../../ui/counts.ts';
import { useSinglePress } from '../../ui/press.ts';
import { leftLines, type Outcome, oneByOne } from './one-by-one.ts';

/** The repair that came with a refusal. */
const shownBy = (error: unknown): Repair | undefined =>
  error instanceof CallProblem ? (error.document.repair as Repair | undefined) : undefined;

/**
 * Changes several repairs in the same way; those that are left can be tried again, each as it is by then.
 */
export function useDoAll<Choice, Answer>({
  repairs,
  act,
  onTried,
}: {
  repairs: readonly RepairRow[];
  act: (repair: RepairRow, choice: Choice) => Promise<Answer>;
  onTried: (
    outcome: Outcome<RepairRow, Answer>,
    choice: Choice,
    rest: readonly RepairRow[],
  ) => void;
}) {
  const [rest, setRest] = useState(repairs);
  const [tried, setTried] = useState(0);
  const isStopped = useRef(false);
  const press = useSinglePress();

  const trying = useMutation({
    mutationFn: ({ choice, isAgain }: { choice: Choice; isAgain: boolean }) =>
      oneByOne(
        rest,
        async (repair) => {
          const { ticketNumber } = repair;
          const now = isAgain ? await call('getRepair', { params: { ticketNumber } }) : { repair };
          return act(now.repair, choice);
        },
        { onProgress: setTried, isStopped: () => isStopped.current },
      ),
    onSuccess: (outcome, { choice }) => {
      const { left, untried } = outcome;
      const next = [...left.map(({ item, error }) => shownBy(error) ?? item), ...untried];
      setRest(next);
      onTried(outcome, choice, next);
    },
    onSettled: press.release,
  });
  const isLeft = trying.data !== undefined && rest.length > 0;

  return {
    rest,
    outcome: isLeft && !trying.isPending ? trying.data : undefined,
    isPending: trying.isPending,
    choice: trying.variables?.choice,
    progress: trying.isPending && (
      <Progress
        tried={tried}
        of={rest.length}
        onStop={() => {
          isStopped.current = true;
        }}
      />
    ),
    start(choice: Choice): void {
      if (!press.take()) return;
      isStopped.current = false;
      setTried(0);
      trying.mutate({ choice, isAgain: isLeft });
    },
  };
}

function Progress({ tried, of, onStop }: { tried: number; of: number; onStop: () => void }) {
  const [isStopping, setIsStopping] = useState(false);
  return (
    <span className="inline-flex items-center gap-3">
      <span role="status" className="figures text-ink-muted">
        {formatCount(tried)} of {formatCount(of)}
      </span>
      <Button
        variant="quiet"
        pending={isStopping}
        onClick={() => {
          setIsStopping(true);
          onStop();
        }}
      >
        Stop
      </Button>
    </span>
  );
}

/** What was not done, and why. */
export function NotDone({
  outcome,
  what,
}: {
  outcome: Outcome<RepairRow, unknown> | undefined;
  /** E.g. "not changed". */
  what: string;
}) {
  if (outcome === undefined) return null;
  const count = outcome.left.length + outcome.untried.length;
  return (
    <Banner tone="warning" title={`${countedText(count, 'repair')} ${what}`}>
      {leftLines(outcome).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Banner>
  );
}

/** @returns how many stay as they are, e.g. "Left out because of their status: 2 Completed.", nothing for none */
export function leftOutWords(leftOut: readonly RepairRow[]): string {
  if (leftOut.length === 0) return '';
  const labels = leftOut.map(({ status }) => repairStatusLabel(status));
  const each = [...new Set(labels)].map(
    (label) => `${formatCount(labels.filter((other) => other === label).length)} ${label}`,
  );
  return `Left out because of ${leftOut.length === 1 ? 'its' : 'their'} status: ${each.join(', ')}.`;
}
