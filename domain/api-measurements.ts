import { z } from 'zod';
import { isoTime, repairSchema } from './api-answers.ts';
import { idParam, type Operation, ticketNumberParam } from './api-operation.ts';
import { answerSchemas } from './field-checks.ts';
import { limits } from './field-list.ts';
import { lookupText, oneOf, uuidField } from './field-schemas.ts';
import { measuredAnswers, measurementInputs, stageInput } from './measurement-schema.ts';
import { measurementFault, measurementFields, measurementKinds, stages } from './measurements.ts';

/** The calls about bench measurements. */

export const measurementSchema = z
  .object({
    id: z.string(),
    ticketNumber: z.string(),
    kind: z.enum(measurementKinds),
    stage: z.enum(stages),
    ...answerSchemas(measurementFields),
    ...measuredAnswers,
    createdAt: isoTime,
    updatedAt: isoTime,
  })
  .meta({
    id: 'Measurement',
    description:
      'A bench measurement, with the part for its kind. A ticket has at most one of a kind at each stage',
  });
export type Measurement = z.infer<typeof measurementSchema>;

const liftAngleSchema = z
  .object({
    ticketNumber: z.string(),
    measuredOn: measurementSchema.shape.measuredOn,
    liftAngle: z.number(),
    beatsPerHour: z.number().nullable(),
  })
  .meta({
    id: 'LiftAngle',
    description: 'The settings with which the shop last measured a caliber',
  });

const measurementAnswer = z.object({ measurement: measurementSchema, repair: repairSchema });

export const measurementOperations = {
  findLiftAngle: {
    method: 'GET',
    path: '/api/measurements/lift-angle',
    summary:
      'The lift angle and beats per hour with which the shop last measured a caliber, if it ever did',
    query: z.strictObject({ caliber: lookupText('caliber', limits.caliber) }),
    responses: { 200: z.object({ last: liftAngleSchema.nullable() }) },
  },
  addMeasurement: {
    method: 'POST',
    path: '/api/repairs/{ticketNumber}/measurements',
    summary: 'Record a bench measurement; repeating the measurementId returns the existing one',
    params: ticketNumberParam,
    body: z
      .strictObject({
        /** Made by the browser when the form opens: the same id is the same measurement. */
        measurementId: uuidField('measurementId'),
        kind: oneOf('kind', measurementKinds),
        stage: stageInput,
        ...measurementInputs,
      })
      .superRefine(({ kind, stage, ...given }, context) => {
        const fault = measurementFault(kind, stage, given);
        if (fault === null) return;
        const { path, message } = fault;
        context.addIssue({ code: 'custom', path: path.split('.'), message });
      }),
    responses: { 201: measurementAnswer, 200: measurementAnswer },
    problems: ['repair-not-found', 'repair-status', 'measurement-exists'],
  },
  changeMeasurement: {
    method: 'PATCH',
    path: '/api/measurements/{id}',
    summary:
      'Change a measurement; each part given replaces the stored one. Repeating it changes nothing',
    params: idParam,
    body: z.strictObject({ stage: stageInput, ...measurementInputs }).partial(),
    responses: { 200: measurementAnswer },
    takesVersion: true,
    problems: [
      'measurement-not-found',
      'measurement-exists',
      'repair-not-found',
      'repair-status',
      'changed-meanwhile',
    ],
  },
  removeMeasurement: {
    method: 'DELETE',
    path: '/api/measurements/{id}',
    summary: 'Remove a measurement; adding it again undoes that',
    params: idParam,
    responses: { 200: z.object({ repair: repairSchema }) },
    takesVersion: true,
    problems: ['measurement-not-found', 'repair-not-found', 'repair-status', 'changed-meanwhile'],
  },
} as const satisfies Record<string, Operation>;
