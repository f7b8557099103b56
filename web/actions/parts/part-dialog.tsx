import { useState } from 'react';
import type { Part } from '../../../domain/api-parts.ts';
import { mapFields, typedText } from '../../../domain/field-list.ts';
import { type PartValues, partFields } from '../../../domain/parts.ts';
import { call } from '../../data/call.ts';
import { newId } from '../../data/new-id.ts';
import { FieldsDialog, formField } from '../../parts/form/fields-dialog.tsx';

type Name = keyof PartValues;

const form = mapFields(partFields, (field, name) =>
  formField(field, {
    isWide: name === 'description',
    hint: name === 'cost' ? 'What the shop pays; not on the customer’s ticket.' : undefined,
  }),
);

const versionOf = (part: Part | null) => ({
  fields: mapFields(partFields, (field, name: Name) =>
    part === null ? '' : typedText(field, part[name]),
  ),
  seenVersion: part?.updatedAt ?? null,
});

/** Adds a part that a repair needs, or changes one. */
export function PartDialog({
  open,
  onClose,
  ticketNumber,
  about,
  part,
}: {
  open: boolean;
  onClose: () => void;
  ticketNumber: string;
  /** Whose watch it is for. */
  about: string;
  /** Null for a new one. */
  part: Part | null;
}) {
  /** Kept while the dialog is open: a retry is the same part. */
  const [partId] = useState(newId);
  return (
    <FieldsDialog
      open={open}
      onClose={onClose}
      title={part === null ? 'Add part' : 'Edit part'}
      description={about}
      submitLabel={part === null ? 'Add part' : 'Save'}
      savedTitle={part === null ? 'Part added' : 'Part updated'}
      form={form}
      version={versionOf(part)}
      versionIn={({ part: stored }) => versionOf(stored as Part)}
      save={(edit, seenVersion) =>
        part === null || seenVersion === null
          ? // All fields are sent; the contract checks them.
            call('addPart', {
              params: { ticketNumber },
              body: { partId, ...(edit as PartValues) },
            })
          : call('changePart', { params: { id: part.id }, body: edit, seenVersion })
      }
    />
  );
}
