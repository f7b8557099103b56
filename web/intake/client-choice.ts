import type { Client } from '../../domain/api-answers.ts';
import { type IntakeForm, useIntakeForm } from './intake-control.tsx';
import { fieldsOfClient, fieldsWithoutClient } from './intake-fields.ts';

const otherFields = ['customerEmail', 'customerPhone', 'customerAddress'] as const;
const customerFields = ['customerName', ...otherFields] as const;

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

/**
 * Another name was typed over that of the chosen client: the rest of what they had put into the form
 * goes with them, so that nobody else's watch gets their e-mail, phone or address.
 */
export function detachClient(form: IntakeForm, client: Client): void {
  const { customerName: _, ...without } = fieldsWithoutClient(client, form.getValues());
  for (const name of otherFields) form.setValue(name, without[name]);
  form.setValue('client', null);
}

/** Takes a detached client back, under the name that is typed. */
export function attachClient(form: IntakeForm, client: Client): void {
  const typed = form.getValues();
  const given = fieldsOfClient(client, typed);
  for (const name of otherFields) form.setValue(name, typed[name].trim() || given[name]);
  form.clearErrors(['client', ...otherFields]);
  form.setValue('client', client);
}

/** Chooses a client and goes on: the customer is done, the watch comes next. */
export function useTakeClient(): (client: Client) => void {
  const form = useIntakeForm();
  return (client) => {
    chooseClient(form, client);
    form.setFocus('watchBrand');
  };
}
