import { useMutation } from '@tanstack/react-query';
import Send from 'lucide/send';
import type { Repair, SmsResult } from '../../../domain/api-answers.ts';
import { call } from '../../data/call.ts';
import { useAwayReason } from '../../data/outage.ts';
import { refreshRepairs } from '../../data/repair-cache.ts';
import { showRepairProblem } from '../../data/repair-problem.ts';
import { toasts } from '../../data/toasts.ts';
import { sentToast } from '../../parts/text/text-words.ts';
import { Button } from '../../ui/button.tsx';

/** Sends the text that could not be sent at intake. */
export function DropOffTextButton({
  repair: { ticketNumber },
  onSent,
}: {
  repair: Pick<Repair, 'ticketNumber'>;
  onSent?: (sms: SmsResult) => void;
}) {
  const awayReason = useAwayReason();
  const sending = useMutation({
    mutationFn: () => call('sendDropOffText', { params: { ticketNumber } }),
    onSuccess: ({ sms }) => {
      toasts.show(sentToast(sms, 'Text sent'));
      onSent?.(sms);
    },
    onError: (error) => showRepairProblem(error),
    onSettled: refreshRepairs,
  });
  return (
    <Button
      icon={Send}
      pending={sending.isPending}
      disabledReason={awayReason}
      onClick={() => {
        if (!sending.isSuccess) sending.mutate();
      }}
    >
      Send the drop-off text
    </Button>
  );
}
