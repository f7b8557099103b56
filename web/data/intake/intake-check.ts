import '../zod-setup.ts';
import type { FieldErrors, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { newRepairSchema, newRepairWithoutEmail } from '../../../domain/api-inputs.ts';
import { fieldOf, type IntakeFields, submissionOf } from './intake-fields.ts';

export type NewRepair = z.output<typeof newRepairSchema>;

/** Checks the form with the contract's own schema, which also gives the messages. */
export function intakeCheck(
  repairId: string,
  asksForEmail: boolean,
): Resolver<IntakeFields, unknown, NewRepair> {
  const schema = asksForEmail ? newRepairSchema : newRepairWithoutEmail;
  return (fields) => {
    const checked = schema.safeParse(submissionOf(repairId, fields));
    if (checked.success) return { values: checked.data, errors: {} };
    const errors: FieldErrors<IntakeFields> = {};
    for (const { path, message } of checked.error.issues) {
      const name = fieldOf(String(path[0]));
      if (name === null) throw new Error(`A new repair cannot be sent: ${message}`);
      errors[name] ??= { type: 'check', message };
    }
    return { values: {}, errors };
  };
}
