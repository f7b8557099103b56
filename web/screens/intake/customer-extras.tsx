import ChevronRight from 'lucide/chevron-right';
import { useEffect, useEffectEvent, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type ClientExtra, clientExtras } from '../../../domain/client-fields.ts';
import { agreedFor } from '../../../domain/client-matching.ts';
import { typedText } from '../../../domain/field-list.ts';
import { formatPhone } from '../../../domain/phone.ts';
import type { RepairFieldName } from '../../../domain/repair-fields.ts';
import { consentSentence } from '../../../domain/text-consent.ts';
import { extraFields, type IntakeFields } from '../../data/intake/intake-fields.ts';
import { useSettings } from '../../data/shop-settings.ts';
import { ClientExtraFields } from '../../parts/client/client-fields.tsx';
import { RepairFormField } from '../../parts/repair-form/repair-form-field.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/choice-fields.tsx';
import { useIntakeForm } from './intake-control.tsx';

type Asked = keyof typeof extraFields;
const asked: readonly Asked[] = ['company', 'language', 'noTexts', 'paysByStatement'];

/** What was entered here, else what is stored for the client: only what was entered is sent. */
function useExtras() {
  const form = useIntakeForm();
  const fields = useWatch<IntakeFields>() as IntakeFields;
  const { client } = fields;
  const typedOf = (name: Asked) =>
    fields[extraFields[name]] ||
    (client === null ? '' : typedText(clientExtras[name], client[name]));
  return {
    fields,
    typedOf,
    set: (name: Asked, typed: string) => form.setValue(extraFields[name], typed),
  };
}

/**
 * Unfolded once someone asks for it, or if the client has any of it.
 *
 * @param names the ticket's own fields, above the client's
 */
export function CustomerExtras({ names }: { names: readonly RepairFieldName[] }) {
  const form = useIntakeForm();
  const { fields, typedOf, set } = useExtras();
  const [isOpen, setIsOpen] = useState(false);
  const focusFirst = useEffectEvent(() => form.setFocus(names[0] ?? 'customerName'));
  useEffect(() => {
    if (isOpen) focusFirst();
  }, [isOpen]);
  const isSaid = [...names, ...asked.map((name) => extraFields[name])].some(
    (name) => fields[name] !== '',
  );
  const isStored = asked.some((name) => !['', 'no', 'English'].includes(typedOf(name)));
  if (!(isOpen || isSaid || isStored)) {
    return (
      <div className="-ml-3">
        <Button variant="quiet" icon={ChevronRight} onClick={() => setIsOpen(true)}>
          Company, reference, texts
        </Button>
      </div>
    );
  }
  const values: Record<ClientExtra, string> = {
    company: typedOf('company'),
    language: typedOf('language'),
    noTexts: typedOf('noTexts'),
    agreedToTexts: '',
    paysByStatement: typedOf('paysByStatement'),
  };
  return (
    <>
      {names.map((name) => (
        <RepairFormField key={name} name={name} />
      ))}
      <ClientExtraFields
        names={asked}
        values={values}
        error={() => undefined}
        onChange={(name, typed) => {
          if (name in extraFields) set(name as Asked, typed);
        }}
      />
    </>
  );
}

/** In the shop's own words, if it asks for consent. */
export function ConsentField() {
  const settings = useSettings();
  const { client, customerPhone, customerAgreedToTexts } = useWatch<IntakeFields>() as IntakeFields;
  const { set } = useExtras();
  if (settings?.texts.asksForConsent !== true) return null;
  const agreed = client !== null && agreedFor(customerPhone, client).agreedToTexts === true;
  const isForOther = client?.agreedToTexts === true && !agreed && customerAgreedToTexts === '';
  return (
    <CheckField
      name="customerAgreedToTexts"
      label="Agreed to texts"
      hint={`${consentSentence(settings)}${isForOther ? ` They agreed to texts at ${formatPhone(client.phone)} only.` : ''}`}
      checked={customerAgreedToTexts === '' ? agreed : customerAgreedToTexts === 'yes'}
      onChange={({ target }) => set('agreedToTexts', target.checked ? 'yes' : 'no')}
    />
  );
}
