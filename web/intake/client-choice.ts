import type { Client } from '../../domain/api-answers.ts';
import { type IntakeForm, useIntakeForm } from './intake-field.ts';
import { fieldsOfClient, fieldsWithoutClient } from './intake-fields.ts';

const customerFields = [
  'customerName',
  'customerEmail',
  'customerPhone',
  'customerAddress',
] as const;

function put(form: IntakeForm, values: ReturnType<typeof fieldsOfClient>): void {
  for (const name of customerFields) form.setValue(name, values[name]);
  form.clearErrors(['client', ...customerFields]);
}

/** Puts a client of the directory into a form, or takes the one in it out again. */
export function chooseClient(form: IntakeForm, client: Client | null): void {
  const before = form.getValues();
  if (client !== null) put(form, fieldsOfClient(client, before));
  else if (before.client !== null) put(form, fieldsWithoutClient(before.client, before));
  form.setValue('client', client);
  form.setValue('newClientEmail', '');
}

/** Chooses a client and goes on: the customer is done, the watch comes next. */
export function useTakeClient(): (client: Client) => void {
  const form = useIntakeForm();
  return (client) => {
    chooseClient(form, client);
    form.setFocus('watchBrand');
  };
}
