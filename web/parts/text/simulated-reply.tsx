import { useMutation } from '@tanstack/react-query';
import SendHorizontal from 'lucide/send-horizontal';
import { useRef, useState } from 'react';
import { limits } from '../../../domain/field-list.ts';
import { CallProblem, call } from '../../data/call.ts';
import { showFailure } from '../../data/failure-toast.ts';
import { refreshRepairs } from '../../data/repair-cache.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Answers as the customer would, on the same way that a real text takes. */
export function SimulatedReply({ phone }: { phone: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [body, setBody] = useState('');

  const sending = useMutation({
    mutationFn: (text: string) => call('simulateReply', { body: { from: phone, body: text } }),
    onSuccess: (_answer, text) => {
      setBody((typed) => (typed.trim() === text ? '' : typed));
    },
    onError: (error) =>
      showFailure(error, error instanceof CallProblem ? error.title : 'The reply was not sent'),
    onSettled: refreshRepairs,
  });

  function send(text: string) {
    if (sending.isPending) return;
    if (text === '') {
      field.current?.focus();
      return;
    }
    sending.mutate(text);
  }

  const quick = (text: string) => (
    <Button pending={sending.isPending && sending.variables === text} onClick={() => send(text)}>
      {text}
    </Button>
  );

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send(body.trim());
      }}
      className="flex flex-col gap-2 border-t p-3"
    >
      <div className="flex flex-wrap gap-2">
        {quick('ACCEPT')}
        {quick('DECLINE')}
      </div>
      <TextField
        ref={field}
        label="Reply as the customer"
        value={body}
        maxLength={limits.textBody}
        autoComplete="off"
        onChange={(event) => setBody(event.target.value)}
        trailing={
          <IconButton
            type="submit"
            icon={SendHorizontal}
            label="Send reply"
            pending={sending.isPending}
          />
        }
      />
    </form>
  );
}
