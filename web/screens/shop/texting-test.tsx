import '../../data/zod-setup.ts';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { SmsResult } from '../../../domain/api-answers.ts';
import { CallProblem, call, isUnsure } from '../../data/call.ts';
import { failureOf } from '../../data/failure-toast.ts';
import { newId } from '../../data/new-id.ts';
import { queryClient, textingQuery } from '../../data/queries.ts';
import { Banner, ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';

const words: Readonly<Record<SmsResult['state'], string>> = {
  sent: 'Sent. It should arrive within a minute. Reply to it to see that answers come in.',
  sending: 'Sending is taking longer than usual. Check the phone in a minute.',
  unknown: 'We can’t tell yet whether this was sent. Check the phone in a minute.',
  failed: 'The test text was not sent.',
  withheld: 'The test text was not sent.',
};

/** One text, to a number that is typed: the only way to see that real texts arrive. */
export function TestText() {
  const [to, setTo] = useState('');
  /** The same until it is known what came of it: pressed again, it is still one text. */
  const [messageId, setMessageId] = useState(newId);
  const sending = useMutation({
    mutationFn: () => call('sendTestText', { body: { to, messageId } }),
    onSuccess: () => setMessageId(newId()),
    onError: (error) => {
      if (!isUnsure(error)) setMessageId(newId());
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: textingQuery.queryKey }),
  });
  const { error, data } = sending;
  const fault = error instanceof CallProblem ? error.errors[0]?.message : undefined;
  const isBad = data?.sms.state === 'failed' || data?.sms.state === 'withheld';
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!sending.isPending) sending.mutate();
  }
  return (
    <form noValidate onSubmit={submit} className="flex max-w-md flex-col gap-2">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label="Send a test text to"
            type="tel"
            name="testTo"
            autoComplete="off"
            placeholder="(212) 555-0100"
            value={to}
            error={fault}
            onChange={({ target }) => {
              setTo(target.value);
              sending.reset();
            }}
          />
        </div>
        <div className={fault === undefined ? '' : 'self-center'}>
          <Button type="submit" pending={sending.isPending}>
            Send
          </Button>
        </div>
      </div>
      <div aria-live="polite" className="empty:hidden">
        {fault === undefined && <ProblemBanner problem={failureOf(error, 'Not sent')} />}
        {data !== undefined && (
          <Banner tone={isBad ? 'danger' : 'info'}>
            {words[data.sms.state]} {isBad && data.sms.detail}
          </Banner>
        )}
      </div>
    </form>
  );
}
