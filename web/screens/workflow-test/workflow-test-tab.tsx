import { useQuery } from '@tanstack/react-query';
import CircleAlert from 'lucide/circle-alert';
import CircleCheck from 'lucide/circle-check';
import ExternalLink from 'lucide/external-link';
import LoaderCircle from 'lucide/loader-circle';
import MessageSquareWarning from 'lucide/message-square-warning';
import Trash2 from 'lucide/trash-2';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Repair } from '../../../domain/api-answers.ts';
import { formatPhone } from '../../../domain/phone.ts';
import { useAddress } from '../../data/address.ts';
import { call } from '../../data/call.ts';
import { sleep as rest } from '../../data/connection.ts';
import { useDeletedRepairs } from '../../data/deleted-repairs.ts';
import { showFailure } from '../../data/failure-toast.ts';
import { useOpenAction } from '../../data/open-action.ts';
import { pollEveryMs, shopQuery } from '../../data/queries.ts';
import { useFreshRepair } from '../../data/repair.ts';
import { refreshRepairs } from '../../data/repair-cache.ts';
import { toasts } from '../../data/toasts.ts';
import { StatusBadge } from '../../parts/repair/status-badge.tsx';
import { SimulatedReply } from '../../parts/text/simulated-reply.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Section } from '../../ui/card.tsx';
import { classNames, type Icon } from '../../ui/classes.ts';
import { WorkflowForm } from './workflow-form.tsx';
import {
  idleRun,
  mostPolls,
  runWorkflow,
  type Step,
  type StepState,
  type Waiting,
  type WorkflowInput,
  type WorkflowRun,
} from './workflow-run.ts';

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await rest(ms, signal);
  signal.throwIfAborted();
}

function WorkflowWaiting({ waiting, phone }: { waiting: Waiting; phone: string }) {
  const { data: shop } = useQuery(shopQuery);
  return (
    <div className="flex flex-col gap-3">
      <p>Answer the text with ACCEPT or DECLINE.</p>
      <p className="figures text-ink-muted text-sm">
        Waiting for <WaitingTime since={waiting.since} /> of{' '}
        {minutesAndSeconds(mostPolls * pollEveryMs)} · asked {waiting.polls} of {mostPolls} times
      </p>
      {waiting.note !== null && (
        <Banner tone="warning" icon={MessageSquareWarning}>
          {waiting.note}
        </Banner>
      )}
      {shop?.textsAreSimulated && (
        <div className="rounded border">
          <p className="px-3 py-2 text-ink-muted text-sm">
            Texts are simulated: answer here in the customer’s place.
          </p>
          <SimulatedReply phone={phone} />
        </div>
      )}
    </div>
  );
}

function minutesAndSeconds(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function WaitingTime({ since }: { since: number }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <>{minutesAndSeconds(now - since)}</>;
}

/** A test of the texting chain, for as long as its screen stands: leaving it stops the test. */
function useWorkflowTest() {
  const [run, setRun] = useState(idleRun);
  const [isStopping, setIsStopping] = useState(false);
  const current = useRef<AbortController | null>(null);

  useEffect(() => () => current.current?.abort(), []);

  async function start(input: WorkflowInput): Promise<void> {
    if (current.current !== null) return;
    const stopping = new AbortController();
    current.current = stopping;
    setIsStopping(false);
    const ended = await runWorkflow({ call, sleep, show: setRun }, input, stopping.signal);
    current.current = null;
    if (ended.error !== null) {
      const detail = ended.run.steps.find(({ state }) => state === 'error')?.line ?? '';
      showFailure(ended.error, { title: 'Workflow test failed', detail });
    }
    if (ended.run.phase === 'passed') {
      toasts.show({ kind: 'success', title: 'Workflow test passed' });
    }
    void refreshRepairs();
  }

  function stop(): void {
    setIsStopping(true);
    current.current?.abort();
  }

  return { run, isUnderWay: run.phase === 'running', isStopping, start, stop };
}

/** Whether texts go out and answers come in. Source: specification, section 4 ("Workflow test panel"). */
export function WorkflowTestTab() {
  const { run, isUnderWay, isStopping, start, stop } = useWorkflowTest();
  const { repair, waiting } = run;
  return (
    <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,24rem)_minmax(0,44rem)] lg:grid-rows-[auto_1fr]">
      <Section title="Workflow test">
        <p className="text-ink-muted">
          Takes in a repair named “Workflow test”, texts an estimate to the phone, and follows the
          answer until it is confirmed.
        </p>
        <WorkflowForm
          hasRun={run.phase !== 'idle'}
          isUnderWay={isUnderWay}
          isStopping={isStopping}
          onRun={(input) => void start(input)}
          onStop={stop}
        />
      </Section>
      <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <Card aria-label="How the test goes">
          <div className="flex flex-col gap-4">
            <WorkflowSteps run={run}>
              {waiting !== null && repair !== null && (
                <WorkflowWaiting waiting={waiting} phone={repair.customerPhone} />
              )}
            </WorkflowSteps>
            <Outcome phase={run.phase} />
          </div>
        </Card>
      </div>
      {repair !== null && <TestRepair repair={repair} isUnderWay={isUnderWay} />}
    </div>
  );
}

function Outcome({ phase }: Pick<WorkflowRun, 'phase'>) {
  switch (phase) {
    case 'passed':
      return (
        <Banner tone="info" icon={CircleCheck} title="The texting chain works.">
          Every step of it is on record.
        </Banner>
      );
    case 'stopped':
      return <Banner title="Stopped.">What has been sent stays sent.</Banner>;
    case 'failed':
      return (
        <Banner tone="danger" title="The test failed.">
          The step with the error says why; what comes after it was not tried.
        </Banner>
      );
    default:
      return null;
  }
}

function TestRepair({
  repair: given,
  isUnderWay: underWay,
}: {
  repair: Repair;
  isUnderWay: boolean;
}) {
  const { openTicket } = useAddress();
  const openDialog = useOpenAction();
  const isDeleted = useDeletedRepairs().has(given.ticketNumber);
  const repair = useFreshRepair(given, !isDeleted);
  const [isOpening, setIsOpening] = useState(false);
  const { ticketNumber } = repair;

  async function remove() {
    setIsOpening(true);
    await openDialog('delete', repair);
    setIsOpening(false);
  }

  return (
    <Section title="Test repair">
      {isDeleted ? (
        <p>
          <span className="figures">{ticketNumber}</span> was deleted.
        </p>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="figures font-medium">{ticketNumber}</p>
            <StatusBadge {...repair} />
          </div>
          <p className="text-ink-muted text-sm">{formatPhone(repair.customerPhone)}</p>
          <div className="flex flex-wrap gap-2">
            <Button icon={ExternalLink} onClick={() => openTicket(ticketNumber)}>
              Open ticket
            </Button>
            {!underWay && (
              <Button icon={Trash2} pending={isOpening} onClick={() => void remove()}>
                Delete test repair
              </Button>
            )}
          </div>
        </>
      )}
      <p className="text-ink-muted text-sm">
        The client “Workflow test” stays in the directory until it is deleted under Clients.
      </p>
    </Section>
  );
}

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
