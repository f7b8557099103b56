import CircleCheck from 'lucide/circle-check';
import ExternalLink from 'lucide/external-link';
import Trash2 from 'lucide/trash-2';
import { useState } from 'react';
import type { Repair } from '../../domain/api-answers.ts';
import { formatPhone } from '../../domain/phone.ts';
import { useAddress } from '../dashboard/address.ts';
import { useDeletedRepairs } from '../repairs/deleted-repairs.ts';
import { useFreshRepair } from '../repairs/fresh-repair.ts';
import { useOpenRepairDialog } from '../repairs/repair-dialogs.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { WorkflowForm } from './workflow-form.tsx';
import { isUnderWay, type Phase } from './workflow-run.ts';
import { useWorkflowTest } from './workflow-running.ts';
import { WorkflowSteps } from './workflow-steps.tsx';
import { WorkflowWaiting } from './workflow-waiting.tsx';

/** Whether texts go out and answers come in. Source: specification, section 4 ("Workflow test panel"). */
export function WorkflowTestTab() {
  const { run, start, stop } = useWorkflowTest();
  const { repair, waiting } = run;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,24rem)_minmax(0,44rem)] lg:grid-rows-[auto_1fr]">
      <Card aria-labelledby="workflow-test-heading">
        <div className="flex flex-col gap-4">
          <div>
            <h2 id="workflow-test-heading" className="font-semibold text-lg">
              Workflow test
            </h2>
            <p className="text-ink-muted">
              Takes in a repair named “Workflow test”, texts an estimate to the phone, and follows
              the answer until it is confirmed.
            </p>
          </div>
          <WorkflowForm run={run} onRun={(input) => void start(input)} onStop={stop} />
        </div>
      </Card>
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
      {repair !== null && <TestRepair repair={repair} isUnderWay={isUnderWay(run)} />}
    </div>
  );
}

function Outcome({ phase }: { phase: Phase }) {
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

/** The repair that the test was run on, and the way to be rid of it. */
function TestRepair({
  repair: given,
  isUnderWay: underWay,
}: {
  repair: Repair;
  isUnderWay: boolean;
}) {
  const { openTicket } = useAddress();
  const openDialog = useOpenRepairDialog();
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
    <Card aria-labelledby="test-repair-heading">
      <div className="flex flex-col gap-3">
        <h2 id="test-repair-heading" className="font-semibold text-lg">
          Test repair
        </h2>
        {isDeleted ? (
          <p>
            <span className="figures">{ticketNumber}</span> was deleted.
          </p>
        ) : (
          <>
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p className="figures font-medium">{ticketNumber}</p>
              <StatusBadge status={repair.status} />
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
      </div>
    </Card>
  );
}
