import type { Repair } from '../../domain/api-answers.ts';
import { formatPhone } from '../../domain/phone.ts';
import { isAllowed } from '../../domain/repair-status.ts';
import { RepairCardHead } from '../repairs/repair-card-head.tsx';
import { useOpenRepairDialog } from '../repairs/repair-dialogs.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TimeAgo } from '../ui/date-time.tsx';

/** A repair on a technician's bench: what is to be done, and the two things that end it there. */
export function TechnicianRepairCard({ repair }: { repair: Repair }) {
  const openDialog = useOpenRepairDialog();
  const { ticketNumber, status } = repair;
  const canHandOn = isAllowed('reassign', status);
  const canComplete = isAllowed('complete', status);
  return (
    <Card as="article" flush aria-label={`Repair ${ticketNumber}`}>
      <div className="flex h-full flex-col">
        <div className="flex flex-1 flex-col gap-3 p-4">
          <RepairCardHead repair={repair} />
          <div className="min-w-0 break-words">
            <p className="line-clamp-2 font-semibold">
              <bdi>{repair.watchBrand}</bdi> <bdi>{repair.watchModel}</bdi>
            </p>
            <p dir="auto" className="mt-1 line-clamp-4 whitespace-pre-line">
              {repair.issue}
            </p>
          </div>
          <div className="mt-auto break-words text-ink-muted text-sm">
            <p>
              <bdi>{repair.customerName}</bdi>
              {repair.customerPhone !== '' && <span> · {formatPhone(repair.customerPhone)}</span>}
            </p>
            <p>
              Taken in <TimeAgo iso={repair.createdAt} />
            </p>
          </div>
        </div>
        {(canHandOn || canComplete) && (
          <div className="flex flex-wrap gap-2 border-t px-4 py-3">
            {canHandOn && (
              <Button onClick={() => void openDialog('hand-on', repair)}>Assign</Button>
            )}
            {canComplete && (
              <Button onClick={() => void openDialog('complete', repair)}>Complete</Button>
            )}
          </div>
        )}
      </div>
    </Card>
  );
}
