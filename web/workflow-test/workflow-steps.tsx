import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import type { Icon } from '../ui/icon.ts';
import { Badge, type Tone } from '../ui/status-badge.tsx';
import type { Step, StepState, WorkflowRun } from './workflow-run.ts';

const looks: Record<StepState, { tone: Tone; icon: Icon; label: string }> = {
  pending: { tone: 'gray', icon: CircleDashed, label: 'Pending' },
  running: { tone: 'blue', icon: LoaderCircle, label: 'Running' },
  success: { tone: 'green', icon: CircleCheck, label: 'Success' },
  error: { tone: 'red', icon: CircleAlert, label: 'Error' },
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

/** The six steps, each with what shows how it went. */
export function WorkflowSteps({
  run,
  children,
}: {
  run: WorkflowRun;
  /** What is to be done in the step that is running. */
  children?: ReactNode;
}) {
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
  return (
    <li className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="flex gap-2 font-medium">
          <span aria-hidden="true" className="figures w-4 shrink-0 text-ink-muted">
            {number}
          </span>
          {name}
        </h3>
        <Badge {...looks[state]} />
      </div>
      {line !== null && (
        <p
          className={classNames(
            'figures ml-6 break-words text-sm',
            state === 'error' ? 'text-danger-ink' : 'text-ink-muted',
          )}
        >
          {line}
        </p>
      )}
      {children && <div className="mt-2 ml-6">{children}</div>}
    </li>
  );
}
