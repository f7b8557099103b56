import Download from 'lucide/download';
import SignatureIcon from 'lucide/signature';
import type { Answer } from '../../../domain/api.ts';
import type { Signature } from '../../../domain/api-signatures.ts';
import { claimCheckTitle } from '../../../domain/signatures.ts';
import { isInShop } from '../../../domain/watch-life.ts';
import { useActionsOn } from '../../data/open-action.ts';
import { ClaimCheckButton } from '../../parts/print/claim-check-button.tsx';
import { DayTime } from '../../parts/time/date-time.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useAway } from './away.tsx';

/** The signed claim check, or the button to sign it. */
export function TicketClaimCheck({
  ticket: { repair, signatures },
}: {
  ticket: Pick<Answer<'getRepair'>, 'repair' | 'signatures'>;
}) {
  const [signature] = signatures;
  const { open, opening } = useActionsOn(repair);
  const { away, awayLine } = useAway();
  return (
    <Section
      title={claimCheckTitle}
      level={3}
      action={
        <div className="flex flex-wrap items-start gap-1.5">
          <ClaimCheckButton ticketNumber={repair.ticketNumber} label="Print" variant="quiet" />
          {!signature && isInShop(repair) && (
            <Button
              {...away}
              icon={SignatureIcon}
              pending={opening === 'sign'}
              onClick={() => void open('sign')}
            >
              Sign
            </Button>
          )}
        </div>
      }
    >
      {signature ? (
        <Signed signature={signature} />
      ) : (
        <>
          {awayLine}
          <p className="text-ink-muted">Not signed.</p>
        </>
      )}
    </Section>
  );
}

function Signed({
  signature: { ticketNumber, url, at, initials, content, sha256 },
}: {
  signature: Signature;
}) {
  return (
    <>
      <p>
        Signed on screen <DayTime iso={at} />
        {initials !== null && ` · ${initials}`}
      </p>
      <img src={url} alt="Signature" className="h-20 self-start rounded border" />
      <p className="text-ink-muted text-sm">
        What was signed can’t be changed. Add what you find later as an amendment, under “Note or
        call”.
      </p>
      <details className="text-sm">
        <summary className="flex min-h-control cursor-pointer items-center text-ink-muted hover:text-ink">
          How to verify it
        </summary>
        <div className="flex flex-col items-start gap-2">
          <p className="break-all">
            The SHA-256 of the downloaded file must be <code>{sha256}</code>.
          </p>
          <Button
            icon={Download}
            onClick={() =>
              saveFile({
                name: `claim-check-${ticketNumber}.json`,
                file: new Blob([content], { type: 'application/json' }),
              })
            }
          >
            Download signed copy
          </Button>
        </div>
      </details>
    </>
  );
}
