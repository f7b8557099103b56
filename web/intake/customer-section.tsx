import type { ChangeEvent, FocusEvent } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useTextableHint } from '../clients/textable-hint.ts';
import { TextArea } from '../ui/text-area.tsx';
import { chooseClient, useTakeClient } from './client-choice.ts';
import { ClientCombobox } from './client-combobox.tsx';
import { useIntakeField, useIntakeForm } from './intake-field.ts';
import type { IntakeFields } from './intake-fields.ts';
import { KnownClientField } from './known-client-field.tsx';
import { afterLeaving, afterTyping } from './phone-typing.ts';

/** Shapes the number in the field itself, before anybody else reads it. */
function shapePhone({ target }: ChangeEvent<HTMLInputElement>): void {
  const { text, caret } = afterTyping({
    text: target.value,
    caret: target.selectionStart ?? target.value.length,
  });
  if (text === target.value) return;
  target.value = text;
  target.setSelectionRange(caret, caret);
}

export function CustomerSection() {
  const form = useIntakeForm();
  const take = useTakeClient();
  const phone = useWatch<IntakeFields, 'customerPhone'>({ name: 'customerPhone' });
  const textable = useTextableHint(phone);
  const address = useIntakeField('customerAddress');
  const { field: client, fieldState } = useController<IntakeFields, 'client'>({ name: 'client' });

  function tidyPhone(event: FocusEvent<HTMLInputElement>) {
    const tidied = afterLeaving(event.target.value);
    if (tidied !== event.target.value) form.setValue('customerPhone', tidied);
    textable.look(tidied);
  }

  return (
    <>
      <ClientCombobox
        ref={client.ref}
        name={client.name}
        label="Existing client"
        value={client.value}
        onChange={(chosen) => (chosen === null ? chooseClient(form, null) : take(chosen))}
        error={fieldState.error?.message}
        hint={
          client.value === null
            ? undefined
            : 'What you change below is changed in the directory too.'
        }
      />
      <KnownClientField
        name="customerName"
        label="Customer name"
        autoCapitalize="words"
        spellCheck={false}
      />
      <KnownClientField
        name="customerEmail"
        label="Email"
        type="email"
        inputMode="email"
        spellCheck={false}
      />
      <KnownClientField
        name="customerPhone"
        label="Phone"
        type="tel"
        hint={textable.hint}
        onChange={shapePhone}
        onBlur={tidyPhone}
      />
      <TextArea {...address} label="Address" rows={2} autoComplete="off" optional />
    </>
  );
}
