import { useState } from 'react';
import type { Sending } from '../../../domain/api-sendings.ts';
import { mapFields, typedText } from '../../../domain/field-list.ts';
import { type SendingValues, sendingFields } from '../../../domain/sendings.ts';
import { call } from '../../data/call.ts';
import { newId } from '../../data/new-id.ts';
import { FieldsDialog, formField } from '../../parts/form/fields-dialog.tsx';

const hints: Partial<Record<keyof SendingValues, string>> = {
  work: 'Printed on the packing slip.',
  cost: 'What the shop pays; not on the customer’s ticket.',
  hasPermission: 'To send the watch out. The time is recorded with it.',
};

const form = mapFields(sendingFields, (field, name) =>
  formField(field, {
    isWide: name === 'work' || name === 'hasPermission',
    hint: hints[name],
  }),
);

const versionOf = (sending: Sending | null, request: string) => ({
  fields: mapFields(sendingFields, (field, name: keyof SendingValues) =>
    sending === null ? (name === 'work' ? request : '') : typedText(field, sending[name]),
  ),
  seenVersion: sending?.updatedAt ?? null,
});

/** Records where a watch is sent, or edits that. */
export function SendingDialog({
  open,
  onClose,
  ticketNumber,
  about,
  request = '',
  sending,
}: {
  open: boolean;
  onClose: () => void;
  ticketNumber: string;
  /** Whose watch it is. */
  about: string;
  /** The customer's request, which the field for the work starts with. */
  request?: string;
  /** Null for a new one. */
  sending: Sending | null;
}) {
  /** Kept while the dialog is open: a retry is the same sending. */
  const [sendingId] = useState(newId);
  return (
    <FieldsDialog
      open={open}
      onClose={onClose}
      title={sending === null ? 'Send out' : 'Edit sent-out watch'}
      description={about}
      submitLabel="Save"
      savedTitle={sending === null ? 'Recorded' : 'Updated'}
      form={form}
      version={versionOf(sending, request)}
      versionIn={({ sending: stored }) => versionOf(stored as Sending, '')}
      save={(edit, seenVersion) =>
        sending === null || seenVersion === null
          ? // All fields are sent; the contract checks them.
            call('addSending', {
              params: { ticketNumber },
              body: { sendingId, ...(edit as SendingValues) },
            })
          : call('changeSending', { params: { id: sending.id }, body: edit, seenVersion })
      }
    />
  );
}
