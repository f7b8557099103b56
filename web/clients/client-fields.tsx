import type { UseFormRegisterReturn } from 'react-hook-form';
import { type ClientFieldName, clientFields } from '../../domain/client-fields.ts';
import { fieldLabels } from '../../domain/field-list.ts';
import { TextArea } from '../ui/text-area.tsx';
import { TextField } from '../ui/text-field.tsx';

export const clientFieldLabels = fieldLabels(clientFields);

/** The fields of a client, the same where one is added and where one is edited. */
export function ClientFields({
  field,
  isPhoneOptional = false,
  emailHint,
  phoneHint,
}: {
  /** What ties a field to its form, and what is wrong with it. */
  field: (name: ClientFieldName) => UseFormRegisterReturn & { error: string | undefined };
  isPhoneOptional?: boolean;
  emailHint?: string | undefined;
  phoneHint?: string | undefined;
}) {
  // It is the customer's data, not that of who types it: the browser has nothing to fill in.
  const typing = { autoComplete: 'off', spellCheck: false };
  return (
    <div className="flex flex-col gap-4">
      <TextField
        {...typing}
        {...field('name')}
        label={clientFieldLabels.name}
        autoCapitalize="words"
      />
      <TextField
        {...typing}
        {...field('email')}
        label={clientFieldLabels.email}
        type="email"
        inputMode="email"
        hint={emailHint}
      />
      <TextField
        {...typing}
        {...field('phone')}
        label={clientFieldLabels.phone}
        type="tel"
        hint={phoneHint}
        optional={isPhoneOptional}
      />
      <TextArea
        {...typing}
        {...field('address')}
        label={clientFieldLabels.address}
        rows={2}
        optional
      />
    </div>
  );
}
