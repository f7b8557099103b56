import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Texting } from '../../../domain/api-texting.ts';
import { formatPhone } from '../../../domain/phone.ts';
import { refusedCallWords } from '../../../domain/texting-account.ts';
import { call } from '../../data/call.ts';
import { failureOf } from '../../data/failure-toast.ts';
import { queryClient, textingQuery } from '../../data/queries.ts';
import { sessionWords } from '../../parts/history/event-words.ts';
import { DateTime } from '../../parts/time/date-time.tsx';
import { Flag } from '../../ui/badge.tsx';
import { Banner, ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DetailList } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import { CopyButton } from './copy-button.tsx';
import { Row } from './settings-row.tsx';
import { Code } from './shop-part.tsx';
import { TextingFindings } from './texting-findings.tsx';
import { TextingRegistration } from './texting-registration.tsx';
import { TestText } from './texting-test.tsx';

const accountDialog = lazyPart(async () => (await import('./texting-dialog.tsx')).TextingDialog);
const offDialog = lazyPart(async () => (await import('./texting-off-dialog.tsx')).TextingOffDialog);

/** Where the provider hands over what customers text; the product's own fixed path. */
const inboundPath = '/webhooks/twilio/inbound';

/** Whether texts are real, by which account, and everything that is done about it. */
export function TextingPart() {
  const query = useQuery(textingQuery);
  return (
    <div className="mb-6 border-b pb-6">
      <Row
        title="Real texts"
        about="Through your own Twilio account. Until it is set up, texts go to the simulated phone."
      >
        <Loaded query={query} what="the account for real texts" skeleton={<TextingSkeleton />}>
          {(texting) => <TextingOf texting={texting} />}
        </Loaded>
      </Row>
    </div>
  );
}

/** As high as what a shop without an account has. */
const TextingSkeleton = () => (
  <div className="flex flex-col gap-4">
    <Skeleton className="h-6 w-56" />
    <Skeleton className="h-control w-40" />
    <Skeleton className="h-11 w-52 sm:h-8" />
  </div>
);

type Open = 'account' | 'off' | null;

function TextingOf({ texting }: { texting: Texting }) {
  const { source, canKeepToken } = texting;
  const [open, setOpen] = useState<Open>(null);
  /** What was opened last stays while it closes. */
  const [shown, setShown] = useState<Open>(null);
  const show = (dialog: Open) => {
    setShown(dialog);
    setOpen(dialog);
  };
  const close = () => setOpen(null);
  const closed = () => setShown(null);
  const checking = useMutation({
    mutationFn: () => call('checkTexting', { body: { account: null } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: textingQuery.queryKey }),
  });
  const isReal = source !== 'simulated';
  const isOurs = source !== 'environment';
  return (
    <>
      <Notices texting={texting} />
      <Facts texting={texting} />
      {(isReal || canKeepToken) && (
        <div className="flex flex-wrap gap-2">
          {isOurs && (
            <Button onClick={() => show('account')}>
              {isReal ? 'Change' : 'Set up real texts'}
            </Button>
          )}
          {isReal && (
            <Button pending={checking.isPending} onClick={() => checking.mutate()}>
              Check
            </Button>
          )}
          {isReal && isOurs && (
            <Button variant="quiet" onClick={() => show('off')}>
              Turn off
            </Button>
          )}
        </div>
      )}
      <div aria-live="polite" className="empty:hidden">
        <ProblemBanner problem={failureOf(checking.error, 'Not checked')} />
        {checking.data && <TextingFindings findings={checking.data.findings} />}
      </div>
      {isReal && <TestText />}
      {isReal && <LastCalls {...texting.lastCalls} />}
      <TextingRegistration />
      {shown === 'account' && (
        <accountDialog.Part
          open={open === 'account'}
          onClose={close}
          onClosed={closed}
          texting={texting}
        />
      )}
      {shown === 'off' && (
        <offDialog.Part open={open === 'off'} onClose={close} onClosed={closed} texting={texting} />
      )}
    </>
  );
}

function Notices({ texting }: { texting: Texting }) {
  const { source, isTokenMissing, setBy, canKeepToken } = texting;
  return (
    <>
      {isTokenMissing && (
        <Banner tone="warning" title="The Auth Token is missing.">
          No text goes out until you enter it again. It isn’t in any backup, and can be read only
          with the key it was stored with.
        </Banner>
      )}
      {source === 'environment' && (
        <Banner>
          Set up in the server’s environment:{' '}
          {setBy.map((name, at) => (
            <span key={name}>
              {at > 0 && ', '}
              <Code>{name}</Code>
            </span>
          ))}
          . Change it there and restart the server.
        </Banner>
      )}
      {source === 'simulated' && !canKeepToken && (
        <Banner tone="warning" title="The token can’t be stored safely yet.">
          On the server, set <Code>SETTINGS_KEY</Code> to 64 random hexadecimal digits (
          <Code>openssl rand -hex 32</Code>) and restart, or set up texts with the{' '}
          <Code>TWILIO_</Code> settings.
        </Banner>
      )}
    </>
  );
}

/** @returns the number as people read it; the SID of a messaging service as it is */
const senderWords = (sender: string) =>
  sender.startsWith('MG') ? `Messaging service ${sender}` : formatPhone(sender);

function Facts({ texting }: { texting: Texting }) {
  const { account, token, source, earlier } = texting;
  if (account === null) {
    return (
      <p className="flex flex-wrap items-center gap-x-3">
        <Flag ink="soon" label="Simulated" />
        No one gets a real text.
        {earlier.length > 0 && ' Answers to earlier real texts still come in.'}
      </p>
    );
  }
  const who = token?.initials ?? (token?.session ? sessionWords(token.session) : null);
  const inboundUrl = `${account.publicUrl}${inboundPath}`;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        {texting.isTokenMissing ? (
          <Flag ink="late" label="Not sending" />
        ) : (
          <Flag ink="good" label="Real" />
        )}
        From {senderWords(account.sender)}
      </p>
      <DetailList
        details={[
          { label: 'Account SID', value: account.accountSid, wide: true },
          {
            label: 'Auth Token',
            wide: true,
            value: source === 'browser' && token !== null && (
              <span>
                Stored <DateTime iso={token.at} />
                {who !== null && `, ${who}`}
              </span>
            ),
          },
          { label: 'Public address', value: account.publicUrl, wide: true },
          {
            label: 'Address for “A message comes in” at Twilio',
            wide: true,
            value: (
              <span className="flex flex-wrap items-center gap-x-2">
                <span className="min-w-0 break-all">{inboundUrl}</span>
                <CopyButton text={inboundUrl} label="the address" />
              </span>
            ),
          },
          {
            label: 'Earlier accounts',
            wide: true,
            value:
              earlier.length > 0 &&
              `${earlier.map(({ sender }) => senderWords(sender)).join(', ')}: answers and reports still come in for up to two weeks after the last text.`,
          },
        ]}
      />
    </>
  );
}

function LastCalls({ genuine, refused }: Texting['lastCalls']) {
  const isRefusedLast = refused !== null && (genuine === null || refused.at > genuine.at);
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p>
        <span className="text-ink-muted">Last request from Twilio:</span>{' '}
        {genuine === null ? (
          'none yet. Send a text to the number to test it.'
        ) : (
          <DateTime iso={genuine.at} />
        )}
      </p>
      {isRefusedLast && (
        <Banner tone="warning" title="A request was refused.">
          <DateTime iso={refused.at} />: {refusedCallWords(refused.why)}
        </Banner>
      )}
    </div>
  );
}
