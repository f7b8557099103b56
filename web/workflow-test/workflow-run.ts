import type { Repair } from '../../domain/api-answers.ts';

/**
 * How a test of the texting chain stands: what the screen shows, and what each piece of news changes.
 * Source: specification, section 4 ("Workflow test panel").
 */

export const stepNames = [
  'Send Estimate',
  'Customer Reply',
  'Webhook Called',
  'Process Reply',
  'Update Database',
  'Send Confirmation',
] as const;
export type StepName = (typeof stepNames)[number];

export type StepState = 'pending' | 'running' | 'success' | 'error';

export interface Step {
  name: StepName;
  state: StepState;
  /** What shows that it worked, or the words of what went wrong. */
  line: string | null;
}

/** `stopping` until what was under way, such as a text that is being sent, has been answered. */
export type Phase = 'idle' | 'running' | 'stopping' | 'stopped' | 'passed' | 'failed';

/** How long the customer has been waited for. */
export interface Waiting {
  /** Milliseconds since 1970. */
  since: number;
  /** How often the server was asked. */
  polls: number;
  /** Why what came in meanwhile is not the answer. */
  note: string | null;
}

export interface WorkflowRun {
  phase: Phase;
  steps: readonly Step[];
  /** The test repair, once there is one. */
  repair: Repair | null;
  /** While the customer's reply is waited for. */
  waiting: Waiting | null;
}

export type WorkflowNews =
  | { kind: 'started' }
  | { kind: 'repair'; repair: Repair }
  | { kind: 'began'; step: StepName }
  | { kind: 'waited'; waiting: Waiting }
  | { kind: 'succeeded'; step: StepName; evidence: string }
  | { kind: 'stop-asked' }
  | { kind: 'stopped' }
  | { kind: 'failed'; words: string }
  | { kind: 'passed' };

const untouched: readonly Step[] = stepNames.map((name) => ({
  name,
  state: 'pending',
  line: null,
}));

export const idleRun: WorkflowRun = {
  phase: 'idle',
  steps: untouched,
  repair: null,
  waiting: null,
};

/** Changes the steps that fit; what comes after a step that failed or was stopped stays pending. */
function withSteps(
  steps: readonly Step[],
  fits: (step: Step) => boolean,
  change: Pick<Step, 'state' | 'line'>,
): Step[] {
  return steps.map((step) => (fits(step) ? { ...step, ...change } : step));
}

const isRunning = ({ state }: Step) => state === 'running';

/** @returns how the test stands after a piece of news */
export function afterNews(run: WorkflowRun, news: WorkflowNews): WorkflowRun {
  switch (news.kind) {
    case 'started':
      return { ...idleRun, phase: 'running' };
    case 'repair':
      return { ...run, repair: news.repair };
    case 'began': {
      const isIt = ({ name }: Step) => name === news.step;
      return { ...run, steps: withSteps(run.steps, isIt, { state: 'running', line: null }) };
    }
    case 'waited':
      return { ...run, waiting: news.waiting };
    case 'succeeded': {
      const isIt = ({ name }: Step) => name === news.step;
      const change = { state: 'success', line: news.evidence } as const;
      return { ...run, steps: withSteps(run.steps, isIt, change), waiting: null };
    }
    case 'stop-asked':
      return run.phase === 'running' ? { ...run, phase: 'stopping' } : run;
    case 'stopped': {
      const change = { state: 'pending', line: 'Stopped.' } as const;
      return {
        ...run,
        phase: 'stopped',
        steps: withSteps(run.steps, isRunning, change),
        waiting: null,
      };
    }
    case 'failed': {
      const change = { state: 'error', line: news.words } as const;
      return {
        ...run,
        phase: 'failed',
        steps: withSteps(run.steps, isRunning, change),
        waiting: null,
      };
    }
    case 'passed':
      return { ...run, phase: 'passed' };
  }
}

/** Whether a test is under way, so that no second one may begin. */
export function isUnderWay({ phase }: WorkflowRun): boolean {
  return phase === 'running' || phase === 'stopping';
}
