import type { ReactNode } from 'react';
import type { Estimate } from '../../domain/api-answers.ts';
import { AnswerButtons } from '../repairs/answer-buttons.tsx';
import { useTicketDialog } from '../repairs/ticket-dialog.ts';

/** The customer has not answered by text, and may do so by phone or at the counter. */
export function EstimateAnswer({
  estimate,
  children,
}: {
  estimate: Estimate;
  /** What else can be done with it. */
  children: ReactNode;
}) {
  const { open, opening } = useTicketDialog(estimate.repairId);
  return (
    <>
      <div className="flex flex-col gap-1">
        <p className="text-ink-muted text-sm">By phone or at the counter</p>
        <div className="flex flex-wrap gap-2">
          <AnswerButtons
            status="estimate-sent"
            opening={opening}
            onOpen={(dialog) => void open(dialog)}
          />
        </div>
      </div>
      <div className="flex">{children}</div>
    </>
  );
}
