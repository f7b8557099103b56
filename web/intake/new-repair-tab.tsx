import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PhotoUploadStatus, usePhotoUploads } from '../photos/photo-upload-status.tsx';
import { photoUploads } from '../photos/photo-uploads.ts';
import { refreshRepairs } from '../repairs/repair-cache.ts';
import type { Created } from './create-repair.ts';
import { type Draft, loadDraft } from './draft.ts';
import { emptyFields } from './intake-fields.ts';
import { IntakeForm } from './intake-form.tsx';
import { RepairCreated } from './repair-created.tsx';
import { newRepairId } from './repair-id.ts';

const blankDraft = (): Draft => ({
  repairId: newRepairId(),
  fields: emptyFields,
  hasPhoto: false,
});

type Stage =
  | { show: 'form'; draft: Draft; isNext: boolean }
  | { show: 'created'; created: Created };

/** Taking in a watch: the form, then the ticket number. */
export function NewRepairTab() {
  const queryClient = useQueryClient();
  const [stage, setStage] = useState<Stage>(() => ({
    show: 'form',
    draft: loadDraft() ?? blankDraft(),
    isNext: false,
  }));

  function begin() {
    setStage({ show: 'form', draft: blankDraft(), isNext: true });
  }

  function finish(created: Created, photo: Blob | null) {
    setStage({ show: 'created', created });
    if (photo === null) return;
    photoUploads.start({
      ticketNumber: created.repair.ticketNumber,
      kind: 'initial',
      photo,
      onSaved: () => void refreshRepairs(queryClient),
    });
  }

  if (stage.show === 'created') return <RepairCreated created={stage.created} onNext={begin} />;
  return (
    <div className="flex flex-col gap-4">
      <UnsavedPhotos />
      <IntakeForm
        key={stage.draft.repairId}
        draft={stage.draft}
        autoFocus={stage.isNext}
        onCreated={finish}
        onCleared={begin}
      />
    </div>
  );
}

/** Photos of earlier tickets that are still on their way, or did not get there. */
function UnsavedPhotos() {
  const unsaved = usePhotoUploads().filter(({ state }) => state !== 'saved');
  return unsaved.map((upload) => <PhotoUploadStatus key={upload.ticketNumber} upload={upload} />);
}
