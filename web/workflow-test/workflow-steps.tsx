import CircleAlert from 'lucide/circle-alert';
import CircleCheck from 'lucide/circle-check';
import LoaderCircle from 'lucide/loader-circle';
import type { ReactNode } from 'react';
import { classNames, type Icon } from '../ui/classes.ts';
import type { Step, StepState, WorkflowRun } from './workflow-run.ts';

/** Not the badges of repairs: a step that waits is no repair that is pending. */
const looks: Record<StepState, { ink: string; icon: Icon | null; label: string }> = {
  pending: { ink: 'text-ink-muted', icon: null, label: 'Pending' },
  running: { ink: 'text-accent', icon: LoaderCircle, label: 'Running' },
  success: { ink: 'text-good', icon: CircleCheck, label: 'Success' },
  error: { ink: 'text-late', icon: CircleAlert, label: 'Error' },
};

/** What is read out: the step that something last happened to. */
function announcement({ phase, steps, waiting }: WorkflowRun): string {
  if (phase === 'idle') return '';
  if (phase === 'passed') return 'Workflow test passed. All six steps: Success';
  if (phase === 'stopped') return 'Workflow test stopped';
  const step =
    steps.find(({ state }) => state === 'running' || state === 'error') ??
    steps.findLast(({ state }) => state === 'success');
  if (step === undefined) return 'Workflow test started';
  const advice = waiting === null ? null : 'Answer the text with ACCEPT or DECLINE.';
  const more = [step.line, waiting?.note ?? advice].filter((part) => part !== null).join(' ');
  return `${step.name}: ${looks[step.state].label}. ${more}`;
}

export function WorkflowSteps({ run, children }: { run: WorkflowRun; children?: ReactNode }) {
  return (
    <>
      <p role="status" className="sr-only">
        {announcement(run)}
      </p>
      <ol aria-label="Steps" className="flex flex-col divide-y">
        {run.steps.map((step, index) => (
          <StepRow key={step.name} step={step} number={index + 1}>
            {step.state === 'running' && children}
          </StepRow>
        ))}
      </ol>
    </>
  );
}

function StepRow({
  step: { name, state, line },
  number,
  children,
}: {
  step: Step;
  number: number;
  children: ReactNode;
}) {
  const { ink, icon: Mark, label } = looks[state];
  return (
    <li className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="flex items-center gap-3 font-medium">
          <span
            aria-hidden="true"
            className={classNames('figures grid size-6 shrink-0 place-items-center', ink)}
          >
            {Mark === null ? (
              <span className="grid size-6 place-items-center rounded-full border text-sm">
                {number}
              </span>
            ) : (
              <Mark size={20} />
            )}
          </span>
          {name}
        </h3>
        <span className={classNames('text-sm', ink)}>{label}</span>
      </div>
      {line !== null && (
        <p
          className={classNames(
            'figures ml-9 break-words text-sm',
            state === 'error' ? 'text-late' : 'text-ink-muted',
          )}
        >
          {line}
        </p>
      )}
      {children && <div className="mt-2 ml-9">{children}</div>}
    </li>
  );
}
