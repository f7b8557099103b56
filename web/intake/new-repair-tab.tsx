import { useState } from 'react';
import type { Client } from '../../domain/api-answers.ts';
import { refreshRepairs } from '../data/repair-cache.ts';
import { type Intake, keepPhoto } from '../outbox/keep-intake.ts';
import { UnsavedPhotos, usePhotoUploads } from '../photos/photo-upload-status.tsx';
import { photoUploads } from '../photos/photo-uploads.ts';
import type { Created, TakenIn } from './create-repair.ts';
import { type Draft, loadDraft, useOpenedDraft } from './draft.ts';
import { emptyFields, fieldsOfClient } from './intake-fields.ts';
import { IntakeForm } from './intake-form.tsx';
import { newRepairId } from './repair-id.ts';
import { RepairCreated, RepairKept } from './taken-in-screen.tsx';

const blankDraft = (client: Client | null = null): Draft => ({
  repairId: newRepairId(),
  fields:
    client === null
      ? emptyFields
      : { ...emptyFields, ...fieldsOfClient(client, emptyFields), client },
  hasPhoto: false,
});

type Stage =
  | { show: 'form'; draft: Draft; isNext: boolean }
  | { show: 'created'; created: Created }
  | { show: 'kept'; intake: Intake };

const firstStage = (): Stage & { show: 'form' } => ({
  show: 'form',
  draft: loadDraft() ?? blankDraft(),
  isNext: false,
});

export function NewRepairTab() {
  const [stage, setStage] = useState<Stage>(firstStage);
  const uploads = usePhotoUploads();
  useOpenedDraft(() => setStage({ ...firstStage(), isNext: true }));

  function begin(client: Client | null = null) {
    setStage({ show: 'form', draft: blankDraft(client), isNext: true });
  }

  function finish(taken: TakenIn, intake: Intake) {
    if (taken.kind === 'kept') return setStage({ show: 'kept', intake });
    setStage({ show: 'created', created: taken.created });
    if (intake.photo === null) return;
    photoUploads.start({
      ticketNumber: taken.created.repair.ticketNumber,
      kind: 'initial',
      photo: intake.photo,
      onSaved: () => void refreshRepairs(),
      keep: () => keepPhoto(intake, taken.created.repair.ticketNumber),
    });
  }

  if (stage.show === 'created')
    return <RepairCreated created={stage.created} onNext={() => begin()} />;
  if (stage.show === 'kept') return <RepairKept intake={stage.intake} onNext={() => begin()} />;
  return (
    <div className="flex flex-col gap-4">
      {/* Of earlier tickets. */}
      <UnsavedPhotos uploads={uploads} />
      <IntakeForm
        key={stage.draft.repairId}
        draft={stage.draft}
        autoFocus={stage.isNext}
        onTakenIn={finish}
        onCleared={() => begin()}
        onReplaced={begin}
      />
    </div>
  );
}
