import type { Answer } from '../../../domain/api.ts';
import type { NewRepair } from './intake-check.ts';
import type { IntakeFields } from './intake-fields.ts';

/** A repair that is being taken in, as the form was sent. */
export interface Intake {
  repair: NewRepair;
  fields: IntakeFields;
  photo: Blob | null;
}

export type Created = Answer<'createRepair'>;
