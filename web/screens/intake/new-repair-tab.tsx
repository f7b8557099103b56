import { useState } from 'react';
import type { Client, Repair } from '../../../domain/api-answers.ts';
import { clientOf } from '../../../domain/client-fields.ts';
import { type Draft, loadDraft, useOpenedDraft } from '../../data/intake/draft.ts';
import type { Created, Intake } from '../../data/intake/intake.ts';
import { emptyFields, fieldsOfClient } from '../../data/intake/intake-fields.ts';
import { photoChanges } from '../../data/kept-photos/photo-changes.ts';
import { newId } from '../../data/new-id.ts';
import { keepPhoto } from '../../data/outbox/keep-intake.ts';
import { photoUploads } from '../../data/photo-uploads.ts';
import { refreshRepairs } from '../../data/repair-cache.ts';
import { UnsavedPhotos, usePhotoUploads } from '../../parts/photo/photo-upload-status.tsx';
import type { TakenIn } from './create-repair.ts';
import { IntakeForm } from './intake-form.tsx';
import { RepairCreated, RepairKept } from './taken-in-screen.tsx';

const blankDraft = (client: Client | null = null): Draft => ({
  repairId: newId(),
  fields:
    client === null
      ? emptyFields
      : { ...emptyFields, ...fieldsOfClient(client, emptyFields), client },
  hasPhoto: false,
});

/** The customer stays and the watch is empty: it belongs to the same visit. */
function anotherWatch({ fields, repair }: Intake, client: Client | null): Draft {
  const { repairId, fields: blank, hasPhoto } = blankDraft(client);
  const { customerName, customerEmail, customerPhone, customerAddress } = fields;
  const { newClientKey, confirmedChanges, secondContact, secondPhone, otherCollector } = fields;
  const { customerCompany, customerLanguage, customerNoTexts, customerAgreedToTexts } = fields;
  const { customerPaysByStatement } = fields;
  // Who they are in the directory is not known before the first one is delivered.
  const typed = client === null && {
    ...{ client: fields.client, newClientKey, confirmedChanges },
    ...{ customerName, customerEmail, customerPhone, customerAddress },
    ...{ customerCompany, customerLanguage, customerNoTexts, customerAgreedToTexts },
    customerPaysByStatement,
  };
  const visitId = repair.visitId ?? repair.repairId;
  const others = { secondContact, secondPhone, otherCollector };
  return { repairId, fields: { ...blank, ...typed, ...others, visitId }, hasPhoto };
}

/** The client as the ticket names them. */
const clientOnTicket = (repair: Repair): Client => ({
  ...clientOf(repair),
  id: repair.clientId,
  optedOutAt: repair.optedOutAt,
  createdAt: repair.createdAt,
  updatedAt: repair.createdAt,
});

type Stage =
  | { show: 'form'; draft: Draft; isNext: boolean }
  | { show: 'created'; created: Created; intake: Intake }
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
    show(blankDraft(client));
  }

  const show = (draft: Draft) => setStage({ show: 'form', draft, isNext: true });

  function finish(taken: TakenIn, intake: Intake) {
    const ticketNumber = taken.kind === 'kept' ? null : taken.created.repair.ticketNumber;
    void photoChanges.release(intake.repair.repairId, ticketNumber).catch(() => undefined);
    if (taken.kind === 'kept') return setStage({ show: 'kept', intake });
    setStage({ show: 'created', created: taken.created, intake });
    if (intake.photo === null) return;
    photoUploads.start({
      ticketNumber: taken.created.repair.ticketNumber,
      kind: 'initial',
      photo: intake.photo,
      onSaved: () => void refreshRepairs(),
      keep: () => keepPhoto(intake, taken.created.repair.ticketNumber),
    });
  }

  if (stage.show !== 'form') {
    const { intake } = stage;
    const onNext = () => begin();
    return stage.show === 'created' ? (
      <RepairCreated
        created={stage.created}
        onNext={onNext}
        onAnother={(repair) => show(anotherWatch(intake, clientOnTicket(repair)))}
      />
    ) : (
      <RepairKept
        intake={intake}
        onNext={onNext}
        onAnother={() => show(anotherWatch(intake, null))}
      />
    );
  }
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
