import { useRef, useState } from 'react';
import type { Repair } from '../../../domain/api-answers.ts';
import { ticketPriceRefusal } from '../../../domain/price-ceiling.ts';
import { isAllowed } from '../../../domain/repair-status.ts';
import { type ActionName, type ActionProps, useActionsOn } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { useRepair } from '../../data/repair.ts';
import { useTicketPlaces } from '../../data/ticket-places.tsx';
import { textObstacle } from '../../parts/client/text-obstacle.ts';
import { useWithheld } from '../../parts/client/withheld.ts';
import { PhotoField } from '../../parts/photo/photo-field.tsx';
import { estimateSteps } from '../../parts/repair/repair-actions.tsx';
import { repairLine } from '../../parts/repair/repair-summary.tsx';
import { repairStatusLabel } from '../../parts/repair/status-badge.tsx';
import { NoTextNotice } from '../../parts/text/no-text.tsx';
import { Banner, ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DiscardQuestion, FormButtons } from '../../ui/dialog.tsx';
import { ProgressBar } from '../../ui/states.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { useCompleting } from './completing.ts';
import { useFinalCheck } from './final-check.tsx';
import { forgetUndonePhotos, useUndoneCompletion } from './undone-completion.ts';

export function CompleteDialog({ open, onClose, repair }: ActionProps) {
  const notesField = useRef<HTMLTextAreaElement>(null);
  const { data: ticket } = useRepair(open ? repair.ticketNumber : null);
  const undone = useUndoneCompletion(ticket);
  /** Null until something is typed: a repair that was reopened, or whose completion was undone, has a note. */
  const [typed, setTyped] = useState<string | null>(null);
  const stored = undone.notes ?? repair.completionNotes ?? '';
  const notes = typed ?? stored;
  /** Undefined until one is chosen or removed. */
  const [chosen, setChosen] = useState<Blob | null>();
  const photo = chosen === undefined ? undone.photo : chosen;
  const check = useFinalCheck();
  const awayReason = useAwayReason();
  const places = useTicketPlaces();
  const completing = useCompleting(repair, (hasUnsavedPhoto) => {
    onClose();
    if (hasUnsavedPhoto) places.open(repair.ticketNumber);
  });
  const { uploaded } = completing;
  const obstacle = textObstacle(repair, ticket?.messages ?? [], useWithheld(repair));
  const refusal = completing.isDone ? null : ticketPriceRefusal(repair);
  const isTyped = notes !== stored || photo !== undone.photo || check.isTyped;
  const isDirty = !completing.isDone && isTyped;

  function forget() {
    if (completing.isDone) forgetUndonePhotos(repair.ticketNumber);
    setTyped(null);
    setChosen(undefined);
    check.forget();
    completing.forget();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={forget}
      title="Complete repair"
      description={repairLine(repair)}
      dirty={isDirty}
      busy={completing.isPending}
      initialFocus={notesField}
      onSubmit={() => completing.complete({ notes, photo, finalCheck: check.finalCheck })}
      alert={
        refusal === null ? (
          <ProblemBanner problem={completing.problem} />
        ) : (
          <PriceRefusal
            repair={repair}
            refusal={refusal}
            canText={obstacle === undefined}
            isDirty={isDirty}
          />
        )
      }
      footer={
        <FormButtons
          pending={completing.isPending}
          disabledReason={
            completing.isDone
              ? undefined
              : (reasonNotToComplete(repair) ??
                (refusal === null ? awayReason : 'The customer has to approve the price first.') ??
                (undone.isLoading && chosen === undefined ? 'The photo is loading.' : undefined))
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
        <PhotoField
          label="Completion photo"
          hint={
            undone.isPhotoGone ? 'The photo from before the undo couldn’t be loaded.' : undefined
          }
          value={photo}
          onChange={setChosen}
        />
        {check.boxes}
        {uploaded !== null && <ProgressBar label="Saving the photo" value={uploaded * 100} />}
        {obstacle === undefined ? (
          <p className="text-ink-muted text-sm">
            The customer gets a text saying that the watch is ready.
          </p>
        ) : (
          <NoTextNotice repair={repair} reason={obstacle} />
        )}
      </div>
    </Dialog>
  );
}

/** The customer is asked about the price first. */
function PriceRefusal({
  repair,
  refusal,
  canText,
  isDirty,
}: {
  repair: Repair;
  refusal: string;
  canText: boolean;
  /** What was typed would be lost: the estimate's dialog takes the place of this one. */
  isDirty: boolean;
}) {
  const { open, opening } = useActionsOn(repair);
  const [asked, setAsked] = useState<ActionName | null>(null);
  const [likely] = estimateSteps(repair, canText);
  return (
    <>
      <Banner
        tone="warning"
        action={
          <span className="flex flex-wrap gap-1.5">
            {/* Each keeps its place when it turns out late that no text arrives. */}
            {estimateSteps(repair).map(({ dialog, label }) => (
              <Button
                key={dialog}
                variant={dialog === likely.dialog ? 'primary' : 'secondary'}
                pending={opening === dialog}
                onClick={() => (isDirty ? setAsked(dialog) : open(dialog))}
              >
                {label}
              </Button>
            ))}
          </span>
        }
      >
        {refusal}
      </Banner>
      <DiscardQuestion
        open={asked !== null}
        onConfirm={() => {
          setAsked(null);
          if (asked !== null) void open(asked);
        }}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

function reasonNotToComplete(repair: Repair): string | undefined {
  if (isAllowed('complete', repair.status)) return undefined;
  return `The ticket is “${repairStatusLabel(repair.status)}”, so it can’t be completed now.`;
}
