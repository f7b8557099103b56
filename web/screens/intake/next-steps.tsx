import Banknote from 'lucide/banknote';
import SignatureIcon from 'lucide/signature';
import type { Repair } from '../../../domain/api-answers.ts';
import { approvalWords } from '../../../domain/price-ceiling.ts';
import { isAllowed } from '../../../domain/repair-status.ts';
import { useActionsOn } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { useRepair } from '../../data/repair.ts';
import { Price } from '../../parts/money/price.tsx';
import { ClaimCheckButton } from '../../parts/print/claim-check-button.tsx';
import { AssignTo } from '../../parts/repair/assign-button.tsx';
import { HolderName } from '../../parts/repair/holder-name.tsx';
import { PromisedOn } from '../../parts/repair/promise.tsx';
import { estimateSteps } from '../../parts/repair/repair-actions.tsx';
import { StatusBadge } from '../../parts/repair/status-badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DetailList } from '../../ui/card.tsx';

/** What was promised, and what can be done while the customer is still there, beside the number: no need to open the ticket. */
export function NextSteps({ repair: taken }: { repair: Repair }) {
  const ticket = useRepair(taken.ticketNumber).data;
  const repair = ticket?.repair ?? taken;
  const isSigned = (ticket?.signatures ?? []).length > 0;
  const awayReason = useAwayReason();
  const { open, opening } = useActionsOn(repair);
  const { status, repairPrice, paid } = repair;
  const estimate = isAllowed('send-estimate', status) ? estimateSteps(repair) : [];
  return (
    <section
      aria-labelledby="next-steps"
      className="flex min-w-0 flex-col gap-4 self-start rounded border bg-surface p-4"
    >
      <h3 id="next-steps" className="font-semibold">
        What’s next
      </h3>
      <DetailList
        details={[
          { label: 'Status', value: status !== 'pending' && <StatusBadge {...repair} /> },
          { label: 'Date promised', value: <PromisedOn repair={repair} /> },
          {
            label: 'Price',
            value: repairPrice === null ? 'No price' : <Price dollars={repairPrice} />,
          },
          { label: 'Approved', value: approvalWords(repair)?.words },
          { label: 'Paid', value: paid > 0 && <Price dollars={paid} /> },
          { label: 'Technician', value: repair.assignedTo && <HolderName repair={repair} /> },
        ]}
      />
      <div className="flex flex-wrap items-start gap-2">
        {estimate.map(({ dialog, label, icon }) => (
          <Button
            key={dialog}
            icon={icon}
            pending={opening === dialog}
            onClick={() => void open(dialog)}
          >
            {label}
          </Button>
        ))}
        <Button
          icon={Banknote}
          pending={opening === 'take-payment'}
          onClick={() => void open('take-payment')}
        >
          Take deposit
        </Button>
        {!isSigned && (
          <Button
            icon={SignatureIcon}
            pending={opening === 'sign'}
            disabledReason={awayReason}
            onClick={() => void open('sign')}
          >
            Sign
          </Button>
        )}
        <ClaimCheckButton ticketNumber={repair.ticketNumber} />
        {isAllowed('assign', status) && <AssignTo repair={repair} variant="secondary" hasOthers />}
      </div>
    </section>
  );
}
