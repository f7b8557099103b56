import { useRef, useState } from 'react';
import type { Repair } from '../../domain/api-answers.ts';
import { isAllowed } from '../../domain/repair-status.ts';
import { useAwayReason } from '../data/outage.ts';
import { useTicketPlaces } from '../data/ticket-places.tsx';
import { PhotoField } from '../photos/photo-field.tsx';
import { NoTextNotice, textObstacle } from '../texts/no-text.tsx';
import { ProblemBanner } from '../ui/banner.tsx';
import { Dialog, FormButtons } from '../ui/dialog.tsx';
import { ProgressBar } from '../ui/states.tsx';
import { repairStatusLabel } from '../ui/status-badge.tsx';
import { TextArea } from '../ui/text-field.tsx';
import { useCompleting } from './completing.ts';
import { type RepairDialogProps, repairLine } from './open-repair-dialog.ts';
import { useRepair } from './ticket-dialog.ts';

export function CompleteDialog({ open, onClose, repair }: RepairDialogProps) {
  const notesField = useRef<HTMLTextAreaElement>(null);
  /** Null while nothing was typed: a repair that was reopened has its note. */
  const [typed, setTyped] = useState<string | null>(null);
  const stored = repair.completionNotes ?? '';
  const notes = typed ?? stored;
  const [photo, setPhoto] = useState<Blob | null>(null);
  const awayReason = useAwayReason();
  const places = useTicketPlaces();
  const completing = useCompleting(repair, (hasUnsavedPhoto) => {
    onClose();
    if (hasUnsavedPhoto) places.open(repair.ticketNumber);
  });
  const { uploaded } = completing;
  const { data: ticket } = useRepair(open ? repair.ticketNumber : null);
  const obstacle = textObstacle(repair, ticket?.messages ?? []);

  function forget() {
    setTyped(null);
    setPhoto(null);
    completing.forget();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={forget}
      title="Complete repair"
      description={repairLine(repair)}
      dirty={!completing.isDone && (notes !== stored || photo !== null)}
      busy={completing.isPending}
      initialFocus={notesField}
      onSubmit={() => completing.complete({ notes, photo })}
      alert={<ProblemBanner problem={completing.problem} />}
      footer={
        <FormButtons
          pending={completing.isPending}
          disabledReason={
            completing.isDone ? undefined : (reasonNotToComplete(repair) ?? awayReason)
          }
        >
          Mark complete
        </FormButtons>
      }
    >
      <div className="flex flex-col gap-4">
        <TextArea
          ref={notesField}
          label="Completion notes"
          optional
          value={notes}
          onChange={(event) => setTyped(event.target.value)}
          error={completing.notesError}
        />
        <PhotoField label="Completion photo" value={photo} onChange={setPhoto} />
        {uploaded !== null && <ProgressBar label="Saving the photo" value={uploaded * 100} />}
        {obstacle === undefined ? (
          <p className="text-ink-muted text-sm">
            The customer gets a text that the watch is ready.
          </p>
        ) : (
          <NoTextNotice repair={repair} reason={obstacle} />
        )}
      </div>
    </Dialog>
  );
}

function reasonNotToComplete(repair: Repair): string | undefined {
  if (isAllowed('complete', repair.status)) return undefined;
  return `The ticket is at “${repairStatusLabel(repair.status)}” and cannot be completed now.`;
}
