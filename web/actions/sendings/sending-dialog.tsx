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

/** Records to whom a watch is sent, or changes that. */
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
  /** What the customer wants done: the work begins with it. */
  request?: string;
  /** Null for a new one. */
  sending: Sending | null;
}) {
  /** Stays for as long as the dialog is open: another try is the same sending. */
  const [sendingId] = useState(newId);
  return (
    <FieldsDialog
      open={open}
      onClose={onClose}
      title={sending === null ? 'Send out' : 'Edit what is sent out'}
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
