import { useMutation, useQuery } from '@tanstack/react-query';
import BellOff from 'lucide/bell-off';
import Send from 'lucide/send';
import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Message, Repair, SmsResult } from '../../../domain/api-answers.ts';
import { lengthFault, limits } from '../../../domain/field-list.ts';
import type { Language } from '../../../domain/languages.ts';
import { formatPhone, phoneKey, phoneLink } from '../../../domain/phone.ts';
import { composeManualText, previewOf } from '../../../domain/texts.ts';
import { CallProblem } from '../../data/call.ts';
import { newId } from '../../data/new-id.ts';
import { takeOfferedText } from '../../data/offered-text.ts';
import { useAwayReason } from '../../data/outage.ts';
import { phoneTextsQuery, shopQuery } from '../../data/queries.ts';
import { refreshRepairs } from '../../data/repair-cache.ts';
import { toasts } from '../../data/toasts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClasses, classNames } from '../../ui/classes.ts';
import { isPressing, soonBetweenPresses } from '../../ui/press.ts';
import { TextArea } from '../../ui/text-field.tsx';
import { useKeptInView } from './kept-in-view.ts';
import { changeWords, hasOptOutNotice } from './text-cost.ts';
import {
  isEmptyDraft,
  type NewText,
  noDraft,
  sent,
  type TextDraft,
  tried,
  typed,
} from './text-draft.ts';
import { OptedOutWords, TextPreview } from './text-preview.tsx';
import { sentToast } from './text-words.ts';

interface Recipient extends Pick<Repair, 'optedOutAt'> {
  phone: string;
  /** Why the shop doesn't text them. */
  withheld?: string | undefined;
  language?: Language | null;
}

interface TextComposerProps {
  to: Recipient;
  messages: readonly Message[];
  send: (text: NewText) => Promise<{ sms: SmsResult }>;
  words?: string;
  /** The customer's text that waits for an answer. */
  answers?: string | undefined;
  /** What was typed here before. */
  begun?: TextDraft | undefined;
  label?: string;
  sendLabel?: string;
  fieldId?: string | undefined;
  /** Words that were drafted elsewhere: they are put below what is typed, once. */
  offered?: string | null;
  /** One line high until the user writes in it. */
  isCompact?: boolean;
  /** The user begins to write in it, or has left it empty. */
  onUnfold?: (isUnfolded: boolean) => void;
  onDirtyChange?: (isDirty: boolean) => void;
  onDraft?: (draft: TextDraft) => void;
  onSent?: () => void;
}

export function TextComposer({
  to,
  messages,
  send: sendText,
  words = '',
  answers,
  begun,
  label = 'Text to the customer',
  sendLabel = 'Send text',
  fieldId,
  offered = null,
  isCompact = false,
  onUnfold,
  onDirtyChange,
  onDraft,
  onSent,
}: TextComposerProps) {
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useState(() => begun ?? typed(noDraft, words, newId));
  // As it was when the first letter was typed: a colleague's answer that comes while the rest is
  // typed is not seen yet.
  const [answered, setAnswered] = useState(answers);
  /** A colleague was faster: what they wrote, and the text that they answered. */
  const [faster, setFaster] = useState<{ answered: string | undefined; detail: string }>();
  const wasFaster = faster !== undefined && faster.answered === answered;
  const [fault, setFault] = useState<string>();
  const [isInUse, setIsInUse] = useState(false);
  const { phone, optedOutAt, withheld } = to;

  function keep(next: TextDraft) {
    if (isEmptyDraft(draft)) setAnswered(answers);
    if (isEmptyDraft(next)) setFaster(undefined);
    setDraft(next);
    onDraft?.(next);
    onDirtyChange?.(!isEmptyDraft(next));
  }

  const awayReason = useAwayReason();
  const sending = useMutation({
    mutationFn: sendText,
    onSuccess: ({ sms }, { messageId }) => {
      keep(sent(draft, messageId));
      toasts.show(sentToast(sms, 'Text sent'));
      onSent?.();
    },
    onError: (error) => {
      if (error instanceof CallProblem && error.code === 'not-logged-in') return;
      if (error instanceof CallProblem && error.code === 'already-answered') {
        setFaster({ answered, detail: error.detail });
        return;
      }
      const said = error instanceof CallProblem ? error.errors[0]?.message : undefined;
      setFault(said ?? error.message);
    },
    onSettled: refreshRepairs,
  });

  const tooLong = lengthFault('Text', draft.words, limits.manualText);

  function send() {
    const { messageId } = draft;
    if (sending.isPending || blockedBy(to) !== undefined) return;
    if (tooLong !== undefined) return field.current?.focus();
    if (messageId === null || isEmptyDraft(draft)) {
      setFault('Please write the text first');
      field.current?.focus();
      return;
    }
    setFault(undefined);
    setDraft(tried(draft));
    sending.mutate({
      messageId,
      body: draft.words,
      ...(answered !== undefined && !wasFaster && { answers: answered }),
    });
  }

  const takeOffer = useEffectEvent((drafted: string) => {
    takeOfferedText();
    const all = isEmptyDraft(draft) ? drafted : `${draft.words.trimEnd()}\n${drafted}`;
    keep(typed(draft, all, newId));
    field.current?.focus();
  });
  useEffect(() => {
    if (offered !== null) takeOffer(offered);
  }, [offered]);

  const isFolded = isCompact && !isInUse && isEmptyDraft(draft) && fault === undefined;
  const reportUnfolded = useEffectEvent((isUnfolded: boolean) => onUnfold?.(isUnfolded));
  useEffect(() => reportUnfolded(!isFolded), [isFolded]);
  useKeptInView(form, isCompact && !isFolded);
  /**
   * Folds again if nothing was written, once the focus has left all of it. The press that takes it
   * away ends first: what is pressed would move with the fold.
   */
  function followFocus({ type, currentTarget, relatedTarget }: FocusEvent<HTMLFormElement>) {
    if (type === 'focus' || currentTarget.contains(relatedTarget)) setIsInUse(true);
    else if (isPressing()) {
      soonBetweenPresses(() => setIsInUse(currentTarget.contains(document.activeElement)));
    } else setIsInUse(false);
  }

  const isBlocked = optedOutAt !== null || withheld !== undefined;
  if (isEmptyDraft(draft) && isBlocked) return <PhoneThem to={to} />;
  return (
    <form
      ref={form}
      noValidate
      data-draft={isEmptyDraft(draft) ? undefined : true}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onFocus={isCompact ? followFocus : undefined}
      onBlur={isCompact ? followFocus : undefined}
      className={classNames(
        'flex scroll-mb-4 flex-col gap-3',
        isCompact ? 'min-w-24 flex-1' : 'border-t pt-3',
        isCompact && !isFolded && 'basis-full',
      )}
    >
      {isBlocked && <PhoneThem to={to} />}
      <TextArea
        ref={field}
        id={fieldId}
        label={label}
        isLow={isFolded}
        placeholder={isFolded ? (messages.length === 0 ? 'Write a text' : 'Reply') : undefined}
        aria-required={false}
        rows={isFolded ? 1 : 2}
        value={draft.words}
        readOnly={sending.isPending}
        error={fault ?? tooLong}
        onChange={({ target }) => {
          setFault(undefined);
          keep(typed(draft, target.value, newId));
        }}
      />
      {!isEmptyDraft(draft) && (
        <DraftPreview
          words={draft.words}
          messages={messages}
          phone={phoneKey(phone)}
          language={to.language ?? null}
        />
      )}
      <div role="alert" className="empty:hidden">
        {wasFaster && (
          <Banner tone="warning" title="Nothing was sent">
            <p className="break-words">{faster.detail}</p>
          </Banner>
        )}
      </div>
      {!isFolded && (
        <div className="flex justify-end">
          <Button
            type="submit"
            icon={Send}
            pending={sending.isPending}
            disabledReason={blockedBy(to) ?? awayReason}
          >
            {wasFaster ? 'Send anyway' : sendLabel}
          </Button>
        </div>
      )}
    </form>
  );
}

function blockedBy({ phone, optedOutAt, withheld }: Recipient): string | undefined {
  if (optedOutAt !== null) return 'The customer opted out of texts: call them.';
  if (withheld !== undefined) return withheld;
  return phone === '' ? 'There is no phone number: add one in Clients.' : undefined;
}

function PhoneThem({ to: { optedOutAt, phone, withheld } }: { to: Recipient }) {
  const asked = optedOutAt === null ? <p className="font-medium">{withheld}</p> : null;
  return (
    <Banner
      tone="warning"
      icon={BellOff}
      action={
        phone !== '' && (
          <a href={phoneLink(phone)} className={buttonClasses()}>
            Call {formatPhone(phone)}
          </a>
        )
      }
    >
      {asked ?? (
        <>
          <p className="font-medium">
            <OptedOutWords since={optedOutAt ?? ''} />
          </p>
          <p>This number can’t be texted until the customer texts START.</p>
        </>
      )}
    </Banner>
  );
}

function DraftPreview({
  words,
  messages,
  phone,
  language,
}: {
  words: string;
  messages: readonly Message[];
  phone: string;
  language: Language | null;
}) {
  const { data } = useQuery(shopQuery);
  const wasToldHere = hasOptOutNotice(messages, phone);
  // Another ticket's texts may have said it.
  const { data: others } = useQuery({ ...phoneTextsQuery(phone), enabled: !wasToldHere });
  if (data === undefined) return null;
  const wasTold = wasToldHere || (others !== undefined && hasOptOutNotice(others.items, phone));
  const preview = previewOf(composeManualText(data.shop, words, !wasTold, language));
  return <TextPreview preview={preview} note={changeWords(words, preview)} />;
}
