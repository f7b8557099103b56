import type { Resolver } from 'react-hook-form';
import type { z } from 'zod';
import {
  type ClientDetails,
  type ClientFieldName,
  clientFields,
} from '../../../domain/client-fields.ts';
import { mapFields, readTyped, typedText } from '../../../domain/field-list.ts';
import { formatPhone } from '../../../domain/phone.ts';

/** The fields of a client form: text, as it was typed or chosen. */
export type TypedClient = Record<ClientFieldName, string>;

export const blankClient: TypedClient = mapFields(clientFields, () => '');

/** A client's fields as a user would have typed them. */
export const typedClient = (client: ClientDetails): TypedClient => ({
  ...mapFields(clientFields, (field, name) => typedText(field, client[name])),
  phone: formatPhone(client.phone),
});

const readClient = (typed: TypedClient) =>
  mapFields(clientFields, (field, name) => readTyped(field, typed[name] ?? ''));

/** Checks the form with the contract's own schema, which also gives the messages. */
export function clientCheck<Checked>(
  schema: z.ZodType<Checked>,
): Resolver<TypedClient, unknown, Checked & Record<never, never>> {
  return (typed) => {
    const checked = schema.safeParse(readClient(typed));
    if (checked.success) return { values: checked.data as Checked & object, errors: {} };
    const issues = checked.error.issues.toReversed();
    const errors = Object.fromEntries(
      issues.map(({ path, message }) => [String(path[0]), { type: 'check', message }]),
    );
    return { values: {}, errors };
  };
}
