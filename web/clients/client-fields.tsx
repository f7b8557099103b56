import { useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import {
  type ClientFieldName,
  clientFieldNames,
  clientFields,
} from '../../domain/client-fields.ts';
import { fieldLabels } from '../../domain/field-list.ts';
import { emailPattern } from '../../domain/field-schemas.ts';
import { textFault } from '../../domain/phone.ts';
import { CallProblem } from '../data/call.ts';
import { TextArea, TextField } from '../ui/text-field.tsx';

/** Advice at a field once it was left with this in it. It stops nobody. */
function useAdvice(text: string, adviceOn: (text: string) => string | undefined) {
  const [left, setLeft] = useState<string | null>(null);
  const typed = text.trim();
  const hint = typed !== '' && typed === left?.trim() ? adviceOn(typed) : undefined;
  return { hint, look: setLeft };
}

/** A customer without an e-mail is not to be given an invented one. */
export const useEmailHint = (email: string) =>
  useAdvice(email, (address) =>
    emailPattern.test(address) ? undefined : 'This does not look like an e-mail address.',
  );

/** That no text will reach a phone, and why; a customer may have no other number. */
export const useTextableHint = (phone: string) =>
  useAdvice(phone, (number) => {
    const fault = textFault(number);
    return fault === null ? undefined : `Texts cannot reach this number: ${fault}`;
  });

/** What the server has against a form, by field; empty when it refused for another reason. */
export function refusedFields(error: Error | null): { name: ClientFieldName; message: string }[] {
  if (!(error instanceof CallProblem)) return [];
  return error.errors.flatMap(({ path, message }) => {
    const name = clientFieldNames.find((known) => known === path);
    return name === undefined ? [] : [{ name, message }];
  });
}

export const clientFieldLabels = fieldLabels(clientFields);

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
