import type { TicketPhoto } from '../../../domain/api-ticket-photos.ts';
import {
  type TicketPhotoKind,
  ticketPhotoFields,
  ticketPhotoKinds,
  ticketPhotoLabels,
} from '../../../domain/ticket-photos.ts';
import { call } from '../../data/call.ts';
import { FieldsDialog, type FormField, formField } from '../../parts/form/fields-dialog.tsx';
import { SelectField } from '../../ui/choice-fields.tsx';

const form: Record<'kind' | 'caption', FormField> = {
  kind: {
    label: 'Kind',
    read: (typed) => typed,
    wordsOf: (typed) => ticketPhotoLabels[typed as TicketPhotoKind],
    draw: ({ name, value, error, onChange }) => (
      <SelectField
        name={name}
        label="Kind"
        value={value}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      >
        {ticketPhotoKinds.map((kind) => (
          <option key={kind} value={kind}>
            {ticketPhotoLabels[kind]}
          </option>
        ))}
      </SelectField>
    ),
  },
  caption: formField(ticketPhotoFields.caption, { isWide: true }),
};

const versionOf = ({ kind, caption, updatedAt }: TicketPhoto) => ({
  fields: { kind, caption: caption ?? '' },
  seenVersion: updatedAt,
});

/** Edits a photo's kind and caption. */
export function EditPhotoDialog({
  open,
  onClose,
  about,
  photo,
}: {
  open: boolean;
  onClose: () => void;
  /** Whose watch it shows. */
  about: string;
  photo: TicketPhoto;
}) {
  return (
    <FieldsDialog<'kind' | 'caption'>
      open={open}
      onClose={onClose}
      title="Edit photo"
      description={about}
      submitLabel="Save"
      savedTitle="Photo updated"
      form={form}
      version={versionOf(photo)}
      versionIn={({ photo: stored }) => versionOf(stored as TicketPhoto)}
      save={(edit, seenVersion) =>
        call('changeTicketPhoto', {
          params: { id: photo.id },
          body: edit,
          ...(seenVersion !== null && { seenVersion }),
        })
      }
    />
  );
}
