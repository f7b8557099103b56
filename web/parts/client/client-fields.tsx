import { type ReactNode, type RefObject, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import {
  type ClientExtra,
  type ClientFieldName,
  clientFieldNames,
  clientFields,
  type IdentityField,
  identityNames,
} from '../../../domain/client-fields.ts';
import { fieldLabels } from '../../../domain/field-list.ts';
import { isEmailAddress } from '../../../domain/field-schemas.ts';
import { languageNames, languages } from '../../../domain/languages.ts';
import { needsTenDigits, textFault } from '../../../domain/phone.ts';
import { CallProblem } from '../../data/call.ts';
import { useSettings } from '../../data/shop-settings.ts';
import { CheckField, SelectField } from '../../ui/choice-fields.tsx';
import { countedText } from '../../ui/counts.ts';
import { soonBetweenPresses } from '../../ui/press.ts';
import { TextArea, TextField } from '../../ui/text-field.tsx';

/** A warning at a field once it has been left with this text in it. It blocks nothing. */
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

/** @returns that no text will reach a phone, and why; nothing if one may */
export function untextableWords(phone: string): string | undefined {
  const fault = textFault(phone);
  if (fault === null) return undefined;
  if (fault !== needsTenDigits) return `Can’t text this number: ${fault}.`;
  const digits = phone.replace(/\D/g, '').length;
  return digits === 7
    ? 'Add the area code to send texts.'
    : `This number has ${countedText(digits, 'digit')}. Enter all ten, with the area code, to send texts.`;
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
  field: (name: IdentityField) => UseFormRegisterReturn & { error: string | undefined };
  isPhoneOptional?: boolean;
  isEmailOptional?: boolean;
  emailHint?: string | undefined;
  phoneHint?: string | undefined;
  /** Where the work begins: its text is selected when it gets the focus. */
  phoneField?: RefObject<HTMLInputElement | null> | undefined;
  /** What is below a field. */
  below?: (name: IdentityField) => ReactNode;
}) {
  const phone = field('phone');
  // It is the customer's data, not the typist's: the browser has nothing to fill in.
  const typing = { autoComplete: 'off', spellCheck: false };
  const controls: Record<IdentityField, ReactNode> = {
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
      {identityNames.map((name) => (
        <div key={name}>
          {controls[name]}
          {below(name)}
        </div>
      ))}
    </div>
  );
}

const flagHints: Partial<Record<ClientExtra, string>> = {
  noTexts: 'No texts are sent to them, not even automatic ones.',
  paysByStatement: 'For trade customers: no balance is asked for at pickup.',
};

/** What else a shop may know: the company, and how the client is texted and pays. */
export function ClientExtraFields({
  values,
  error,
  onChange,
  names = ['company', 'language', 'noTexts', 'agreedToTexts', 'paysByStatement'],
  agreedHint,
  below = () => null,
}: {
  values: Readonly<Record<ClientExtra, string>>;
  error: (name: ClientExtra) => string | undefined;
  onChange: (name: ClientExtra, typed: string) => void;
  names?: readonly ClientExtra[];
  /** Why an agreement to texts no longer counts. */
  agreedHint?: string | undefined;
  below?: (name: ClientExtra) => ReactNode;
}) {
  const asksForConsent = useSettings()?.texts.asksForConsent ?? false;
  const flag = (name: 'noTexts' | 'agreedToTexts' | 'paysByStatement') => (
    <CheckField
      name={name}
      label={clientFieldLabels[name]}
      hint={name === 'agreedToTexts' ? agreedHint : flagHints[name]}
      checked={values[name] === 'yes'}
      error={error(name)}
      onChange={({ target }) => onChange(name, target.checked ? 'yes' : 'no')}
    />
  );
  const controls: Record<ClientExtra, ReactNode> = {
    company: (
      <TextField
        name="company"
        label={clientFieldLabels.company}
        optional
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="words"
        value={values.company}
        error={error('company')}
        onChange={({ target }) => onChange('company', target.value)}
      />
    ),
    language: (
      <SelectField
        name="language"
        label={clientFieldLabels.language}
        aria-required={false}
        value={values.language || languageNames.en}
        error={error('language')}
        onChange={({ target }) => onChange('language', target.value)}
      >
        {languages.map((one) => (
          <option key={one}>{languageNames[one]}</option>
        ))}
      </SelectField>
    ),
    noTexts: flag('noTexts'),
    // A shop that doesn't ask for it may have it from an import.
    agreedToTexts:
      asksForConsent || values.agreedToTexts === 'yes' || agreedHint !== undefined
        ? flag('agreedToTexts')
        : null,
    paysByStatement: flag('paysByStatement'),
  };
  return (
    <div className="flex flex-col gap-3">
      {names.map(
        (name) =>
          controls[name] && (
            <div key={name}>
              {controls[name]}
              {below(name)}
            </div>
          ),
      )}
    </div>
  );
}
