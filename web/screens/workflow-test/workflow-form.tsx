import { requiredPhone } from '../../../domain/field-schemas.ts';
import { shopQuery } from '../../data/queries.ts';
import '../../data/zod-setup.ts';
import { useQuery } from '@tanstack/react-query';
import Play from 'lucide/play';
import Square from 'lucide/square';
import { useRef, useState } from 'react';
import { afterLeaving } from '../../parts/form/phone-typing.ts';
import { checkEstimate } from '../../parts/repair/estimate-check.ts';
import { Button } from '../../ui/button.tsx';
import { MoneyField, TextField } from '../../ui/text-field.tsx';
import { fictionalPhone, type WorkflowInput } from './workflow-run.ts';

/** Source: specification, section 4: "The default test price is 150". */
export const defaultPrice = '150';

const phoneField = requiredPhone({ label: 'Phone' });

type WorkflowCheck = WorkflowInput | { field: 'phone' | 'price'; message: string };

/** The phone as at the intake, then both as an estimate's. @returns the first thing that is wrong */
export function checkWorkflow(typed: { phone: string; price: string }): WorkflowCheck {
  const phone = phoneField.safeParse(typed.phone);
  if (!phone.success) {
    return { field: 'phone', message: phone.error.issues[0]?.message ?? '' };
  }
  const estimate = checkEstimate(typed.price, phone.data);
  if ('message' in estimate) {
    const { field, message } = estimate;
    return { field: field === 'amount' ? 'price' : 'phone', message };
  }
  return { phone: phone.data, dollars: estimate.dollars };
}

export function WorkflowForm({
  hasRun,
  isUnderWay: underWay,
  isStopping,
  onRun,
  onStop,
}: {
  hasRun: boolean;
  isUnderWay: boolean;
  /** What is under way, such as a text that is being sent, is still answered. */
  isStopping: boolean;
  onRun: (input: WorkflowInput) => void;
  onStop: () => void;
}) {
  const { data: shop } = useQuery(shopQuery);
  const phoneField = useRef<HTMLInputElement>(null);
  const priceField = useRef<HTMLInputElement>(null);
  const runButton = useRef<HTMLButtonElement>(null);
  const [typedPhone, setTypedPhone] = useState<string | null>(null);
  const [price, setPrice] = useState(defaultPrice);
  const [fault, setFault] = useState<{ field: 'phone' | 'price'; message: string } | null>(null);
  const isSimulated = shop?.textsAreSimulated === true;
  const phone = typedPhone ?? (isSimulated ? fictionalPhone : '');

  function submit() {
    if (underWay) return;
    const check = checkWorkflow({ phone, price });
    if ('message' in check) {
      setFault(check);
      (check.field === 'phone' ? phoneField : priceField).current?.focus();
      return;
    }
    setFault(null);
    onRun(check);
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="flex flex-col gap-4 pt-2"
    >
      <TextField
        ref={phoneField}
        label="Phone to test with"
        type="tel"
        autoComplete="off"
        maxLength={40}
        value={phone}
        readOnly={underWay}
        onChange={(event) => setTypedPhone(event.target.value)}
        onBlur={() => typedPhone !== null && setTypedPhone(afterLeaving(typedPhone))}
        error={fault?.field === 'phone' ? fault.message : undefined}
        hint={
          isSimulated
            ? 'Texts are simulated: nothing is sent to it.'
            : 'Your own: it gets the texts, and you answer from it.'
        }
      />
      <MoneyField
        ref={priceField}
        label="Test price"
        maxLength={20}
        value={price}
        readOnly={underWay}
        onChange={(event) => setPrice(event.target.value)}
        error={fault?.field === 'price' ? fault.message : undefined}
      />
      <div className="flex flex-wrap gap-2">
        <Button ref={runButton} type="submit" variant="primary" icon={Play} pending={underWay}>
          {hasRun ? 'Run again' : 'Run test'}
        </Button>
        {underWay && (
          <Button
            icon={Square}
            pending={isStopping}
            onClick={() => {
              // This button goes as soon as the test has stopped.
              runButton.current?.focus();
              onStop();
            }}
          >
            Stop
          </Button>
        )}
      </div>
    </form>
  );
}
