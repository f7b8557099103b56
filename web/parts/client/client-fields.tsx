import { type ReactNode, type RefObject, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import {
  type ClientFieldName,
  clientFieldNames,
  clientFields,
} from '../../../domain/client-fields.ts';
import { fieldLabels } from '../../../domain/field-list.ts';
import { isEmailAddress } from '../../../domain/field-schemas.ts';
import { needsTenDigits, textFault } from '../../../domain/phone.ts';
import { CallProblem } from '../../data/call.ts';
import { soonBetweenPresses } from '../../ui/press.ts';
import { TextArea, TextField } from '../../ui/text-field.tsx';

/** A warning at a field once it was left with this in it. It blocks nothing. */
function useDoubt(text: string, doubtAbout: (text: string) => string | undefined) {
  const [left, setLeft] = useState<string | null>(null);
  const typed = text.trim();
  const hint = typed !== '' && typed === left?.trim() ? doubtAbout(typed) : undefined;
  // The press that leaves a field is on its way to a button: the hint below moves it only after.
  return { hint, look: (leftText: string) => soonBetweenPresses(() => setLeft(leftText)) };
}

/** A customer without an email is not to be given an invented one. */
export const useEmailHint = (email: string) =>
  useDoubt(email, (address) =>
    isEmailAddress(address) ? undefined : 'This does not look like an email address.',
  );

/** @returns that no text will reach a phone, and why; nothing where one may */
export function untextableWords(phone: string): string | undefined {
  const fault = textFault(phone);
  if (fault === null) return undefined;
  if (fault !== needsTenDigits) return `Can’t text this number: ${fault}.`;
  const digits = phone.replace(/\D/g, '').length;
  return digits === 7
    ? 'Add the area code to send texts.'
    : `This number has ${digits} digits. Enter all ten, with the area code, to send texts.`;
}

/** A customer may have no other number. */
export const useTextableHint = (phone: string) => useDoubt(phone, untextableWords);

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
  isEmailOptional = false,
  emailHint,
  phoneHint,
  phoneField,
  below = () => null,
}: {
  /** What ties a field to its form, and what is wrong with it. */
  field: (name: ClientFieldName) => UseFormRegisterReturn & { error: string | undefined };
  isPhoneOptional?: boolean;
  isEmailOptional?: boolean;
  emailHint?: string | undefined;
  phoneHint?: string | undefined;
  /** Where the work begins: its text is selected when it gets the focus. */
  phoneField?: RefObject<HTMLInputElement | null> | undefined;
  /** What is below a field. */
  below?: (name: ClientFieldName) => ReactNode;
}) {
  const phone = field('phone');
  // It is the customer's data, not the typist's: the browser has nothing to fill in.
  const typing = { autoComplete: 'off', spellCheck: false };
  const controls: Record<ClientFieldName, ReactNode> = {
    name: (
      <TextField
        {...typing}
        {...field('name')}
        label={clientFieldLabels.name}
        autoCapitalize="words"
      />
    ),
    email: (
      <TextField
        {...typing}
        {...field('email')}
        label={clientFieldLabels.email}
        optional={isEmailOptional}
        type="email"
        inputMode="email"
        hint={emailHint}
        isDoubtful={emailHint !== undefined}
      />
    ),
    phone: (
      <TextField
        {...typing}
        {...phone}
        ref={(input) => {
          phone.ref(input);
          if (phoneField) phoneField.current = input;
        }}
        onFocus={phoneField && (({ target }) => target.select())}
        label={clientFieldLabels.phone}
        type="tel"
        hint={phoneHint}
        isDoubtful={phoneHint !== undefined}
        optional={isPhoneOptional}
      />
    ),
    address: (
      <TextArea
        {...typing}
        {...field('address')}
        label={clientFieldLabels.address}
        rows={2}
        optional
      />
    ),
  };
  return (
    <div className="flex flex-col gap-4">
      {clientFieldNames.map((name) => (
        <div key={name}>
          {controls[name]}
          {below(name)}
        </div>
      ))}
    </div>
  );
}
