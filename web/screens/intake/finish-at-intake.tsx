import { useQuery } from '@tanstack/react-query';
import { useFormState } from 'react-hook-form';
import { isolated } from '../../../domain/isolated.ts';
import { newTicket } from '../../../domain/while-waiting.ts';
import { type Finish, FinishForm, type TypedFinish } from '../../actions/complete/finish-form.tsx';
import type { CallProblem } from '../../data/call.ts';
import type { Intake } from '../../data/intake/intake.ts';
import { fieldOf } from '../../data/intake/intake-fields.ts';
import { useAwayReason } from '../../data/outage.ts';
import { techniciansQuery } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';

/** Whether the server refused what was typed at intake, and not what was added in this dialog. */
export const isAboutIntake = ({ code, errors }: CallProblem): boolean =>
  formProblems.includes(code) || errors.some(({ path }) => fieldOf(path) !== null);

const formProblems: readonly CallProblem['code'][] = [
  'duplicate-submission',
  'submission-rate',
  'client-not-found',
  'client-changes-unconfirmed',
  'visit-of-another-client',
  'repair-id-taken',
  'not-logged-in',
];

/** Opens the dialog, whose technicians are loaded by then. */
export function FinishButton({ onPress }: { onPress: () => void }) {
  const { isDirty } = useFormState();
  useQuery({ ...techniciansQuery, enabled: isDirty });
  return <Button onClick={onPress}>Done while waiting</Button>;
}

/** Finishes the repair that is in the form; without the server it can only be taken in. */
export function FinishAtIntake({
  intake,
  notes,
  open,
  paymentId,
  pending,
  problem,
  onFinish,
  onCreate,
  onClose,
  onClosed,
}: {
  intake: Intake;
  /** Typed here before. */
  notes: string;
  open: boolean;
  paymentId: string;
  pending: boolean;
  problem: CallProblem | null;
  onFinish: (intake: Intake, finish: Finish) => void;
  /** The ticket keeps the price; the rest is for when it is finished. */
  onCreate: (typed: TypedFinish) => void;
  onClose: () => void;
  onClosed: () => void;
}) {
  const { repair, fields } = intake;
  const awayReason = useAwayReason();
  const isAway = awayReason !== undefined || problem?.code === 'offline';
  return (
    <FinishForm
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      description={`${isolated(repair.watchBrand)} ${isolated(repair.watchModel)} · ${isolated(repair.customerName)}`}
      ticket={{
        ...newTicket,
        approvedUpTo: repair.approvedUpTo ?? null,
        customerPaysByStatement:
          repair.customerPaysByStatement ?? fields.client?.paysByStatement ?? null,
      }}
      price={fields.repairPrice}
      notes={notes}
      paymentId={paymentId}
      pending={pending}
      error={problem}
      disabledReason={
        awayReason === undefined
          ? undefined
          : `${awayReason} Create the repair with this price now, and enter who did what on its ticket later.`
      }
      instead={
        isAway
          ? (typed) => <Button onClick={() => onCreate(typed)}>Create repair</Button>
          : undefined
      }
      onFinish={(finish) =>
        onFinish({ ...intake, repair: { ...repair, repairPrice: finish.price } }, finish)
      }
    />
  );
}
