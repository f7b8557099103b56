import { useState } from 'react';
import type { Warranty } from '../../../domain/api-warranties.ts';
import { type WarrantyValues, warrantyFields } from '../../../domain/warranties.ts';
import { call } from '../../data/call.ts';
import { newId } from '../../data/new-id.ts';
import { FieldsDialog, type FormField, formField } from '../../parts/form/fields-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** The typed days → the value that the contract checks. */
const readDays = (typed: string) => (/^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN);

const form: Readonly<Record<keyof WarrantyValues, FormField>> = {
  what: formField(warrantyFields.what, { isWide: true }),
  days: {
    label: 'Days',
    read: readDays,
    draw: ({ name, value, error, onChange }) => (
      <TextField
        name={name}
        label="Days"
        inputMode="numeric"
        autoComplete="off"
        hint="From the pickup."
        value={value}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
    ),
  },
};

const versionOf = (warranty: Warranty | null) => ({
  fields: {
    what: warranty?.what ?? '',
    days: warranty === null ? '' : String(warranty.days),
  },
  seenVersion: warranty?.updatedAt ?? null,
});

/** Adds or edits a warranty. */
export function WarrantyDialog({
  open,
  onClose,
  ticketNumber,
  about,
  warranty,
}: {
  open: boolean;
  onClose: () => void;
  ticketNumber: string;
  about: string;
  /** Null for a new one. */
  warranty: Warranty | null;
}) {
  /** Kept while the dialog is open: a retry is the same warranty. */
  const [warrantyId] = useState(newId);
  const isNew = warranty === null;
  return (
    <FieldsDialog
      open={open}
      onClose={onClose}
      title={isNew ? 'Add warranty' : 'Edit warranty'}
      description={about}
      submitLabel={isNew ? 'Add warranty' : 'Save'}
      savedTitle={isNew ? 'Warranty added' : 'Warranty updated'}
      form={form}
      version={versionOf(warranty)}
      versionIn={({ warranty: stored }) => versionOf(stored as Warranty)}
      save={(edit, seenVersion) =>
        warranty === null || seenVersion === null
          ? // All fields are sent; the contract checks them.
            call('addWarranty', {
              params: { ticketNumber },
              body: { warrantyId, ...(edit as unknown as WarrantyValues) },
            })
          : call('changeWarranty', { params: { id: warranty.id }, body: edit, seenVersion })
      }
    />
  );
}
