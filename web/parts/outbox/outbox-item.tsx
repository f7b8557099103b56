import Check from 'lucide/check';
import CircleX from 'lucide/circle-x';
import Clock from 'lucide/clock';
import ImageIcon from 'lucide/image';
import ImageOff from 'lucide/image-off';
import Pencil from 'lucide/pencil';
import RotateCw from 'lucide/rotate-cw';
import Trash from 'lucide/trash-2';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { isolated } from '../../../domain/isolated.ts';
import { useGoTo } from '../../data/go-to.ts';
import { loadDraft, openDraft, saveDraft } from '../../data/intake/draft.ts';
import { keepDraftPhoto } from '../../data/intake/draft-photos.ts';
import { newId } from '../../data/new-id.ts';
import { outbox, useOutbox } from '../../data/outbox/outbox.ts';
import {
  type DeliveryReceipt,
  type OutboxEntry,
  provisionalNumber,
  waitingTicket,
} from '../../data/outbox/outbox-entry.ts';
import { panels } from '../../data/panels.ts';
import { useRepair } from '../../data/repair.ts';
import { toasts } from '../../data/toasts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { PhotoField } from '../photo/photo-field.tsx';
import { needsAnotherPhoto } from '../photo/photo-upload-status.tsx';
import { PrintButton } from '../print/print-button.tsx';
import { PrintVisit } from '../repair/siblings.tsx';
import { ExistingTicket, TicketLink } from '../repair/ticket-link.tsx';
import { TimeAgo } from '../time/date-time.tsx';
import { ClientAfterDelivery } from './changed-client.tsx';

export function OutboxItem({ entry }: { entry: OutboxEntry }) {
  const { repairId, repair, takenInAt, photo, ticketNumber } = entry;
  const titleId = `outbox-${repairId}`;
  return (
    <li aria-labelledby={titleId} className="flex flex-col gap-2 border-t px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p id={titleId} className="min-w-0 break-words font-medium">
          <bdi>{repair.customerName}</bdi> · <bdi>{repair.watchBrand}</bdi>{' '}
          <bdi>{repair.watchModel}</bdi>
        </p>
        <span className="text-ink-muted text-sm">
          Taken in <TimeAgo iso={takenInAt} />
        </span>
      </div>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-muted text-sm">
        <span className="figures">
          {ticketNumber === null ? (
            `Provisional number ${provisionalNumber(repairId)}`
          ) : (
            <TicketLink ticketNumber={ticketNumber} />
          )}
        </span>
        <WithIcon icon={photo === null ? ImageOff : ImageIcon}>
          {photo === null ? 'No photo' : 'With photo'}
        </WithIcon>
      </p>
      <EntryState entry={entry} />
      <div className="flex flex-wrap items-start gap-2">
        {ticketNumber === null && (
          <PrintButton
            repair={waitingTicket(repair, takenInAt)}
            onPrinted={() => void outbox.notePrinted(repairId)}
          />
        )}
        <OutboxActions entry={entry} titleId={titleId} />
      </div>
    </li>
  );
}

function WithIcon({ icon: IconPart, children }: { icon: typeof Check; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <IconPart aria-hidden="true" size={16} className="shrink-0" />
      {children}
    </span>
  );
}

export function EntryState({ entry: { refusal, ticketNumber } }: { entry: OutboxEntry }) {
  if (refusal === null) {
    return (
      <p className="flex items-start gap-1.5 text-sm">
        <Clock aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
        {ticketNumber === null
          ? 'Waiting to sync'
          : 'The ticket is saved; its photo is waiting for the shop’s server'}
      </p>
    );
  }
  return (
    <p className="flex items-start gap-1.5 text-late text-sm">
      <CircleX aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
      <span className="min-w-0 break-words">
        <strong className="font-semibold">{refusal.title}</strong>{' '}
        {ticketNumber !== null && refusal.code !== 'repair-not-found' && 'The ticket is saved. '}
        {refusal.errors.length > 0
          ? refusal.errors.map(({ message }) => message).join('. ')
          : refusal.detail}
        <ExistingTicket ticketNumber={refusal.existing} />
      </span>
    </p>
  );
}

/** What staff may have to do about a repair that was delivered. */
export function DeliveryNotes({
  receipt: { ticketNumber, smsFailure },
}: {
  receipt: DeliveryReceipt;
}) {
  return (
    <>
      {smsFailure !== null && (
        <Banner tone="warning" title="The customer was not texted.">
          {smsFailure}
        </Banner>
      )}
      <ClientAfterDelivery ticketNumber={ticketNumber} />
    </>
  );
}

export function DeliveredItem({ receipt }: { receipt: DeliveryReceipt }) {
  const { repairId, ticketNumber, deliveredAt, isPrinted } = receipt;
  return (
    <li className="flex flex-col gap-2 border-t px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-medium">
          <span className="figures">{provisionalNumber(repairId)}</span> is now{' '}
          <TicketLink ticketNumber={ticketNumber} />
        </p>
        <span className="text-ink-muted text-sm">
          Synced <TimeAgo iso={deliveredAt} />
        </span>
      </div>
      <DeliveryNotes receipt={receipt} />
      {isPrinted && <p className="text-sm">Reprint this ticket.</p>}
      <div className="flex flex-wrap items-start gap-2">
        <PrintDelivered receipt={receipt} />
        <Button icon={Check} variant="quiet" onClick={() => forget(receipt)}>
          Done
        </Button>
      </div>
    </li>
  );
}

const forget = ({ repairId }: DeliveryReceipt) =>
  void outbox.forgetReceipt(repairId).catch(() => undefined);

/** What became of the repairs that came in with it, itself among them, in the order of delivery. */
export function useVisitReceipts({
  ticketNumber,
}: Pick<DeliveryReceipt, 'ticketNumber'>): DeliveryReceipt[] {
  const { receipts } = useOutbox();
  const siblings = useRepair(ticketNumber).data?.siblings ?? [];
  const numbers = [ticketNumber, ...siblings.map((each) => each.ticketNumber)];
  return receipts
    .filter((each) => numbers.includes(each.ticketNumber))
    .sort((one, other) => one.deliveredAt.localeCompare(other.deliveredAt));
}

/** Prints the ticket, or all of its visit, in place of the provisional ones. */
export function PrintDelivered({
  receipt,
  ...look
}: { receipt: DeliveryReceipt } & Pick<ComponentProps<typeof PrintButton>, 'variant'>) {
  const { data } = useRepair(receipt.ticketNumber);
  const ofVisit = useVisitReceipts(receipt);
  if (data === undefined) return null;
  return (
    <>
      <PrintButton {...look} repair={data.repair} onPrinted={() => forget(receipt)} />
      {data.siblings.length > 0 && (
        <PrintVisit {...data} onPrinted={() => ofVisit.forEach(forget)} />
      )}
    </>
  );
}

/** It stays in the outbox until the form has been sent: under the same id, so that it is not duplicated. */
async function putIntoForm({
  repairId: oldId,
  fields,
  photo,
  refusal,
}: OutboxEntry): Promise<boolean> {
  const draft = loadDraft();
  if (draft !== null && draft.repairId !== oldId) {
    toasts.show({
      kind: 'info',
      title: 'Finish the open form first',
      detail: '“New repair” has unsaved entries. Save or clear them first.',
    });
    return false;
  }
  let repairId = oldId;
  if (refusal?.code === 'repair-id-taken') {
    repairId = newId();
    await outbox.rename(oldId, repairId);
  }
  const hasPhoto = photo !== null;
  const isThere =
    (photo === null || (await keepDraftPhoto(repairId, photo))) &&
    (draft?.repairId === repairId || saveDraft({ repairId, fields, hasPhoto }));
  if (!isThere) {
    toasts.show({
      kind: 'error',
      title: 'Couldn’t load this repair into the form',
      detail: 'This browser’s storage is full or blocked. The repair stays in the list.',
    });
  }
  return isThere;
}

export function showNotDone(error: unknown): void {
  toasts.show({
    kind: 'error',
    title: 'Not changed',
    detail: `Couldn’t save in this browser. ${error instanceof Error ? error.message : ''}`,
  });
}

/** What staff can do about a repair that waits here: most of it for one that was refused. */
export function OutboxActions({ entry, titleId }: { entry: OutboxEntry; titleId: string }) {
  const { repairId, refusal, ticketNumber } = entry;
  const goTo = useGoTo();

  async function edit() {
    if (!(await putIntoForm(entry).catch(showNotDone))) return;
    panels.close();
    goTo('new-repair');
    // After going there, because that begins a new form if the last repair's number is on the screen.
    openDraft();
  }

  const sendAgain = () => outbox.noteRefusal(repairId, null).catch(showNotDone);
  const mayEdit = refusal !== null && ticketNumber === null;
  const wantsPhoto = refusal !== null && needsAnotherPhoto.includes(refusal.code);
  return (
    <>
      {mayEdit && (
        <Button icon={Pencil} aria-describedby={titleId} onClick={edit}>
          {' '}
          Edit{' '}
        </Button>
      )}
      {refusal !== null && !wantsPhoto && (
        <Button icon={RotateCw} aria-describedby={titleId} onClick={sendAgain}>
          Send again
        </Button>
      )}
      <DiscardButton entry={entry} titleId={titleId} />
      {wantsPhoto && (
        <div className="w-full">
          <PhotoField
            label="Another photo"
            value={null}
            onChange={(photo) => {
              if (photo) outbox.replacePhoto(repairId, photo).catch(showNotDone);
            }}
          />
        </div>
      )}
    </>
  );
}

function DiscardButton({ entry, titleId }: { entry: OutboxEntry; titleId: string }) {
  const { repairId, repair, ticketNumber } = entry;
  const [asks, setAsks] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const isPhoto = ticketNumber !== null;

  async function discard() {
    setIsPending(true);
    try {
      const became = await outbox.discard(repairId);
      if (became !== null && !isPhoto) {
        toasts.show({
          kind: 'info',
          title: 'It was just synced',
          detail: `It is now ${became}. Delete that ticket if you don’t want it.`,
        });
      }
    } catch (error) {
      showNotDone(error);
    }
    setIsPending(false);
    setAsks(false);
  }

  return (
    <>
      <Button icon={Trash} variant="quiet" aria-describedby={titleId} onClick={() => setAsks(true)}>
        {isPhoto ? 'Continue without the photo' : 'Discard'}
      </Button>
      <ConfirmDialog
        open={asks}
        title={
          isPhoto
            ? `Discard the photo of ${ticketNumber}?`
            : `Discard the repair for ${isolated(repair.customerName)}?`
        }
        description={
          isPhoto
            ? 'The ticket stays. The photo exists only in this browser and can’t be recovered.'
            : `${provisionalNumber(repairId)}, ${isolated(repair.watchBrand)} ${isolated(repair.watchModel)}, hasn’t synced yet. It exists only in this browser and can’t be recovered.`
        }
        confirmLabel="Discard"
        cancelLabel="Keep it"
        pending={isPending}
        onConfirm={discard}
        onClose={() => setAsks(false)}
      />
    </>
  );
}
