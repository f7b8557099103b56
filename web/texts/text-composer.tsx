import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import BellOff from 'lucide-react/icons/bell-off';
import Send from 'lucide-react/icons/send';
import { useRef, useState } from 'react';
import type { Message, Repair } from '../../domain/api-answers.ts';
import { limits } from '../../domain/fields.ts';
import { composeManualText, previewOf } from '../../domain/manual-text.ts';
import { filedPhone, formatPhone, phoneLink } from '../../domain/phone.ts';
import { CallProblem, call } from '../api/call.ts';
import { phoneTextsQuery, shopQuery } from '../api/queries.ts';
import { newRepairId } from '../intake/repair-id.ts';
import { useAwayReason } from '../live/away-reason.ts';
import { refreshRepairs } from '../repairs/repair-cache.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { buttonClasses } from '../ui/button-classes.ts';
import { TextArea } from '../ui/text-area.tsx';
import { toasts } from '../ui/toasts.ts';
import { OptedOutWords } from './opted-out.tsx';
import { sentToast } from './sms-toast.ts';
import { changeWords, hasToldToOptOut } from './text-cost.ts';
import { isEmptyDraft, noDraft, sent, type TextDraft, tried, typed } from './text-draft.ts';
import { TextPreview } from './text-preview.tsx';

interface TextComposerProps {
  repair: Repair;
  /** The ticket's. */
  messages: readonly Message[];
  /** Whether something typed would be lost now. */
  onDirtyChange: (isDirty: boolean) => void;
}

/** A text to the ticket's customer, in one's own words. */
export function TextComposer({ repair, messages, onDirtyChange }: TextComposerProps) {
  const queryClient = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useState(noDraft);
  const [fault, setFault] = useState<string>();
  const { ticketNumber, customerPhone, optedOutAt } = repair;

  function keep(next: TextDraft) {
    setDraft(next);
    onDirtyChange(!isEmptyDraft(next));
  }

  const awayReason = useAwayReason();
  const sending = useMutation({
    mutationFn: ({ messageId, body }: { messageId: string; body: string }) =>
      call('POST /api/repairs/{ticketNumber}/messages', {
        params: { ticketNumber },
        body: { messageId, body },
      }),
    onSuccess: ({ sms }, { messageId }) => {
      keep(sent(draft, messageId));
      toasts.show(sentToast(sms, 'Text sent'));
    },
    onError: (error) => {
      if (error instanceof CallProblem && error.code === 'not-logged-in') return;
      const said = error instanceof CallProblem ? error.errors[0]?.message : undefined;
      setFault(said ?? error.message);
    },
    onSettled: () => refreshRepairs(queryClient),
  });

  function send() {
    const { messageId } = draft;
    if (sending.isPending || blockedBy(repair) !== undefined) return;
    if (messageId === null || isEmptyDraft(draft)) {
      setFault('Please write the text first');
      field.current?.focus();
      return;
    }
    setFault(undefined);
    setDraft(tried(draft));
    sending.mutate({ messageId, body: draft.words });
  }

  if (isEmptyDraft(draft) && optedOutAt !== null) return <PhoneThem repair={repair} />;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="flex flex-col gap-3 border-t pt-3"
    >
      {optedOutAt !== null && <PhoneThem repair={repair} />}
      <TextArea
        ref={field}
        label="Text to the customer"
        aria-required={false}
        rows={2}
        value={draft.words}
        maxLength={limits.manualText}
        readOnly={sending.isPending}
        error={fault}
        onChange={({ target }) => {
          setFault(undefined);
          keep(typed(draft, target.value, newRepairId));
        }}
      />
      {!isEmptyDraft(draft) && (
        <DraftPreview words={draft.words} messages={messages} phone={filedPhone(customerPhone)} />
      )}
      <div className="flex justify-end">
        <Button
          type="submit"
          icon={Send}
          pending={sending.isPending}
          disabledReason={blockedBy(repair) ?? awayReason}
        >
          Send text
        </Button>
      </div>
    </form>
  );
}

function blockedBy({ customerPhone, optedOutAt }: Repair): string | undefined {
  if (optedOutAt !== null) return 'The customer wants no texts: phone them.';
  return customerPhone === '' ? 'There is no phone number: add one under Clients.' : undefined;
}

function PhoneThem({ repair: { optedOutAt, customerPhone } }: { repair: Repair }) {
  if (optedOutAt === null) return null;
  return (
    <Banner
      tone="warning"
      icon={BellOff}
      action={
        <a href={phoneLink(customerPhone)} className={buttonClasses()}>
          Phone {formatPhone(customerPhone)}
        </a>
      }
    >
      <p className="font-medium">
        <OptedOutWords since={optedOutAt} />
      </p>
      <p>Nothing can be texted to this number until they text START.</p>
    </Banner>
  );
}

function DraftPreview({
  words,
  messages,
  phone,
}: {
  words: string;
  messages: readonly Message[];
  phone: string;
}) {
  const { data } = useQuery(shopQuery);
  const wasToldHere = hasToldToOptOut(messages, phone);
  // Another ticket's texts may have said it.
  const { data: others } = useQuery({ ...phoneTextsQuery(phone), enabled: !wasToldHere });
  if (data === undefined) return null;
  const wasTold = wasToldHere || (others !== undefined && hasToldToOptOut(others.items, phone));
  const preview = previewOf(composeManualText(data.shop, words, !wasTold));
  return <TextPreview preview={preview} note={changeWords(words, preview)} />;
}
