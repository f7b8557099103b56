import { useQuery } from '@tanstack/react-query';
import ExternalLink from 'lucide/external-link';
import Play from 'lucide/play';
import Square from 'lucide/square';
import { useEffect, useRef, useState } from 'react';
import { useAddress } from '../../data/address.ts';
import { call } from '../../data/call.ts';
import { sleep } from '../../data/connection.ts';
import { showFailure } from '../../data/failure-toast.ts';
import { shopQuery } from '../../data/queries.ts';
import { refreshRepairs } from '../../data/repair-cache.ts';
import { toasts } from '../../data/toasts.ts';
import { checkEstimate } from '../../parts/repair/estimate-check.ts';
import { SimulatedReply } from '../../parts/text/simulated-reply.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Section } from '../../ui/card.tsx';
import { MoneyField, TextField } from '../../ui/text-field.tsx';
import {
  fictionalPhone,
  maxPolls,
  runWorkflow,
  type Step,
  stepNames,
  type WorkflowRun,
} from './workflow-run.ts';

/** Whether texts go out and answers come in. Source: specification, section 4 ("Workflow test panel"). */
export function WorkflowTestTab() {
  const { openTicket } = useAddress();
  const { data: shop } = useQuery(shopQuery);
  const isSimulated = shop?.textsAreSimulated === true;
  const [typedPhone, setPhone] = useState<string | null>(null);
  const phone = typedPhone ?? (isSimulated ? fictionalPhone : '');
  // Source: specification, section 4: "The default test price is 150".
  const [price, setPrice] = useState('150');
  const [fault, setFault] = useState<{ field: 'phone' | 'amount'; message: string } | null>(null);
  const [run, setRun] = useState<WorkflowRun>({});
  const [isUnderWay, setIsUnderWay] = useState(false);
  const { ticketNumber, polls = 0 } = run;
  const fields = { phone: useRef<HTMLInputElement>(null), amount: useRef<HTMLInputElement>(null) };

  /** Leaving the screen stops the test. */
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  async function start(): Promise<void> {
    if (current.current !== null) return;
    const check = checkEstimate(price, phone);
    setFault('message' in check ? check : null);
    if ('message' in check) return fields[check.field].current?.focus();
    current.current = new AbortController();
    setIsUnderWay(true);
    try {
      setRun({});
      const show = (news: WorkflowRun) => setRun((before) => ({ ...before, ...news }));
      const input = { phone, dollars: check.dollars };
      const isPassed = await runWorkflow({ call, sleep, show }, input, current.current.signal);
      if (isPassed) toasts.show({ kind: 'success', title: 'Workflow test passed' });
    } catch (error) {
      showFailure(error as Error, 'Workflow test failed');
    }
    current.current = null;
    setIsUnderWay(false);
    void refreshRepairs();
  }

  return (
    <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,24rem)_minmax(0,44rem)]">
      <Section title="Workflow test">
        <p className="text-ink-muted">
          Creates a repair named “Workflow test”, texts an estimate to the phone, and follows the
          answer until it is confirmed.
        </p>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (isUnderWay) current.current?.abort();
            else void start();
          }}
          className="flex flex-col gap-4 pt-2"
        >
          <TextField
            ref={fields.phone}
            label="Phone to test with"
            type="tel"
            autoComplete="off"
            maxLength={40}
            value={phone}
            readOnly={isUnderWay}
            onChange={(event) => setPhone(event.target.value)}
            error={fault?.field === 'phone' ? fault.message : undefined}
            hint="Your own: it gets the texts, and you answer from it. Simulated texts go to no one."
          />
          <MoneyField
            ref={fields.amount}
            label="Test price"
            maxLength={20}
            value={price}
            readOnly={isUnderWay}
            onChange={(event) => setPrice(event.target.value)}
            error={fault?.field === 'amount' ? fault.message : undefined}
          />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" icon={isUnderWay ? Square : Play}>
              {isUnderWay ? 'Stop' : 'Run test'}
            </Button>
            {ticketNumber !== undefined && (
              <Button icon={ExternalLink} onClick={() => openTicket(ticketNumber)}>
                Open {ticketNumber}
              </Button>
            )}
          </div>
        </form>
      </Section>
      <Card aria-label="Test progress">
        <ol aria-label="Steps" aria-live="polite" className="flex flex-col divide-y">
          {stepNames.map((name) => (
            <StepRow key={name} name={name} {...run[name]} />
          ))}
        </ol>
        {run['Customer Reply']?.state === 'running' && (
          <div className="mt-4 flex flex-col gap-3 border-t pt-4">
            <p>
              Answer the text with ACCEPT or DECLINE. Checked {polls} of {maxPolls} times.
            </p>
            {isSimulated && <SimulatedReply phone={phone} />}
          </div>
        )}
      </Card>
    </div>
  );
}

const looks = {
  pending: { ink: 'text-ink-muted', label: 'Pending' },
  running: { ink: 'text-accent', label: 'Running' },
  success: { ink: 'text-good', label: 'Success' },
  error: { ink: 'text-late', label: 'Error' },
} satisfies Record<Step['state'], object>;

function StepRow({ name, state = 'pending', line = '' }: { name: string } & Partial<Step>) {
  const { ink, label } = looks[state];
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h3 className="font-medium">{name}</h3>
        <span className={`text-sm ${ink}`}>{label}</span>
      </div>
      <p className={`figures break-words text-sm ${state === 'error' ? ink : 'text-ink-muted'}`}>
        {line}
      </p>
    </li>
  );
}
