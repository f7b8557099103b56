import ArrowRightLeft from 'lucide/arrow-right-left';
import Pencil from 'lucide/pencil';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import type { Answer } from '../../domain/api.ts';
import type { Repair, TicketEvent } from '../../domain/api-answers.ts';
import { isAllowed } from '../../domain/repair-status.ts';
import { EditClientButton } from '../clients/edit-client-button.tsx';
import { useAddress } from '../data/address.ts';
import { openAlert } from '../history/event-words.ts';
import { Timeline } from '../history/timeline.tsx';
import { UnsavedPhotos, usePhotoUploads } from '../photos/photo-upload-status.tsx';
import { SimulatedPhoneButton } from '../texts/simulated-phone-button.tsx';
import { TicketTexts } from '../texts/ticket-texts.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { buttonClasses, classNames } from '../ui/classes.ts';
import { SkeletonLines } from '../ui/states.tsx';
import { useOpenRepairDialog } from './open-repair-dialog.ts';
import { RepairActions } from './repair-actions.tsx';
import {
  CustomerDetails,
  RepairEstimates,
  RepairSection,
  WatchDetails,
  WorkDetails,
} from './repair-details.tsx';
import { RepairPhotos } from './repair-photos.tsx';

/** What waits for staff on a ticket, where its own buttons do not say it. */
function NextStep({ repair, events }: { repair: Repair; events: readonly TicketEvent[] }) {
  const { href } = useAddress();
  const alert = openAlert(events);
  const answered = answeredEstimate[repair.status];
  return (
    <>
      {alert && (
        <Banner tone="warning" title={`${alert.title}.`}>
          {alert.details.join('. ')}
        </Banner>
      )}
      {answered && (
        <Banner
          tone="info"
          title={answered.title}
          action={
            <Link
              to={href({ tab: 'overview', subTab: 'estimates', ticket: null })}
              className={buttonClasses({ variant: 'primary' })}
            >
              Go to the estimates
            </Link>
          }
        >
          {answered.advice}
        </Banner>
      )}
    </>
  );
}

const answeredEstimate: Partial<Record<Repair['status'], { title: string; advice: string }>> = {
  'estimate-accepted': {
    title: 'The customer accepted the estimate.',
    advice: 'Choose a technician for it in the list of estimates.',
  },
  'estimate-declined': {
    title: 'The customer declined the estimate.',
    advice: 'It is marked complete in the list of estimates, or a new estimate is sent here.',
  },
};

const RepairEditForm = lazy(async () => ({
  default: (await import('./repair-edit-form.tsx')).RepairEditForm,
}));

type Ticket = Answer<'getRepair'>;

/** What the shortest ticket takes, so that the dialog does not grow while its parts come. */
export const leastHeight = 'md:min-h-224 lg:min-h-180';

/** All that is known of a ticket, and what can be done with it. */
export function TicketParts({
  ticket: { repair, estimates, messages, events },
  isCopy,
  isEditing,
  onEdit,
  onEdited,
  onDirtyChange,
  onTextingChange,
}: {
  ticket: Ticket;
  /** This browser's own, without texts and history. */
  isCopy: boolean;
  isEditing: boolean;
  onEdit: () => void;
  onEdited: () => void;
  onDirtyChange: (isDirty: boolean) => void;
  onTextingChange: (isTexting: boolean) => void;
}) {
  /** The form that had the focus is gone: it goes back to where it came from. */
  const [hasEdited, setHasEdited] = useState(false);
  if (isEditing && !hasEdited) setHasEdited(true);
  const uploads = usePhotoUploads().filter(
    ({ ticketNumber }) => ticketNumber === repair.ticketNumber,
  );
  const mayEdit = isAllowed('edit', repair.status) && !isEditing;
  /** What is read second comes a frame later: all at once keeps a slow machine from answering too long. */
  const isWhole = useDeferredValue(true, false);
  return (
    <div className={classNames('flex flex-col gap-6', leastHeight)}>
      <div className="flex flex-col gap-3">
        <UnsavedPhotos uploads={uploads} />
        <NextStep repair={repair} events={events} />
        <RepairActions repair={repair} />
      </div>
      <div className="grid gap-6 md:grid-cols-[3fr_2fr] md:gap-8">
        <div className="flex min-w-0 flex-col gap-6">
          <RepairSection
            title="Customer"
            action={
              !isCopy && (
                <EditClientButton variant="quiet" clientId={repair.clientId}>
                  Edit client
                </EditClientButton>
              )
            }
          >
            <CustomerDetails repair={repair} />
          </RepairSection>
          <RepairSection
            title="Watch and request"
            action={
              mayEdit && (
                <Button variant="quiet" icon={Pencil} autoFocus={hasEdited} onClick={onEdit}>
                  Edit
                </Button>
              )
            }
          >
            {isEditing ? (
              <Suspense fallback={<SkeletonLines lines={6} />}>
                <RepairEditForm repair={repair} onDone={onEdited} onDirtyChange={onDirtyChange} />
              </Suspense>
            ) : (
              <WatchDetails repair={repair} />
            )}
          </RepairSection>
          {isWhole && (
            <>
              <RepairSection title="Work" action={<HandOnButton repair={repair} />}>
                <WorkDetails repair={repair} />
              </RepairSection>
              <RepairSection title="Estimates">
                <RepairEstimates estimates={estimates} />
              </RepairSection>
            </>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          {isWhole && (
            <>
              {/* First, so that the newest text and the field to answer it are in sight. */}
              <RepairSection
                title="Texts"
                action={<SimulatedPhoneButton phone={repair.customerPhone} />}
              >
                <TicketTexts
                  repair={repair}
                  messages={messages}
                  isCopy={isCopy}
                  onDirtyChange={onTextingChange}
                />
              </RepairSection>
              <RepairSection title="Photos">
                <RepairPhotos repair={repair} />
              </RepairSection>
              <RepairSection title="What happened">
                {isCopy ? <NotInCopy /> : <Timeline events={events} />}
              </RepairSection>
            </>
          )}
        </div>
      </div>
    </div>
  );
}

function HandOnButton({ repair }: { repair: Repair }) {
  const openDialog = useOpenRepairDialog();
  if (!isAllowed('reassign', repair.status)) return null;
  return (
    <Button
      variant="quiet"
      icon={ArrowRightLeft}
      onClick={() => void openDialog('hand-on', repair)}
    >
      Hand on
    </Button>
  );
}

function NotInCopy() {
  return <p className="text-ink-muted">Shown again when the shop’s server is back.</p>;
}
