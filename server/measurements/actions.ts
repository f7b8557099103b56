import type { Checked } from '../../domain/api.ts';
import type { Repair } from '../../domain/api-answers.ts';
import type { Measurement } from '../../domain/api-measurements.ts';
import { editedFields, hasValues } from '../../domain/edits.ts';
import { pickFields } from '../../domain/field-list.ts';
import {
  type MeasurementValues,
  measurementFault,
  measurementFields,
  measurementName,
} from '../../domain/measurements.ts';
import { fieldProblem, Problem } from '../../domain/problems.ts';
import { isoTime } from '../base/clock.ts';
import { requireVersionSeen } from '../base/version.ts';
import { dialectOf } from '../database/dialect.ts';
import type { Handle } from '../database/tables.ts';
import { recordTicketTableEvent } from '../history/ticket-table-event.ts';
import type { Deps } from '../ports/deps.ts';
import { lockOwnTicket } from '../repairs/store.ts';
import {
  deleteMeasurement,
  findMeasurement,
  findMeasurementAt,
  insertMeasurement,
  updateMeasurement,
} from './store.ts';

/** Actions on bench measurements. */

interface Written {
  measurement: Measurement;
  repair: Repair;
}

const valuesOf = (of: MeasurementValues): MeasurementValues => ({
  ...pickFields(measurementFields, of),
  timing: of.timing,
  quartz: of.quartz,
  pressure: of.pressure,
});

/** @throws Problem measurement-not-found */
async function getMeasurement(tx: Handle, id: string): Promise<Measurement> {
  const measurement = await findMeasurement(tx, id);
  if (!measurement) throw new Problem('measurement-not-found');
  return measurement;
}

/**
 * A measurement and its ticket, locked.
 *
 * @param ifMatch the version that was seen (domain/edits.ts)
 * @throws Problem measurement-not-found, repair-not-found, repair-status; changed-meanwhile with the
 *   measurement and the ticket as they are now
 */
async function lockMeasurement(
  tx: Handle,
  id: string,
  ifMatch: string | undefined,
): Promise<Written> {
  const repair = await lockOwnTicket(tx, (await getMeasurement(tx, id)).ticketNumber);
  const measurement = await getMeasurement(tx, id);
  requireVersionSeen(ifMatch, measurement.updatedAt, { measurement, repair });
  return { measurement, repair };
}

/** @throws Problem measurement-exists with the one already there */
async function requireFree(
  tx: Handle,
  repair: Repair,
  { kind, stage }: Pick<Measurement, 'kind' | 'stage'>,
): Promise<void> {
  const measurement = await findMeasurementAt(tx, repair.ticketNumber, kind, stage);
  if (measurement === undefined) return;
  throw new Problem('measurement-exists', {
    detail: `This ticket already has “${measurementName(kind, stage)}”. Edit that one instead.`,
    extra: { measurement, repair },
  });
}

/**
 * Records a measurement. Repeating the same `measurementId` with the same content returns the existing
 * measurement.
 *
 * @throws Problem repair-not-found, repair-status, measurement-exists
 */
export function addMeasurement(
  { database, clock }: Deps,
  reference: string,
  { measurementId: id, kind, stage, ...values }: Checked<'addMeasurement', 'body'>,
): Promise<Written & { isRepeat: boolean }> {
  return database.transact(async (tx) => {
    await dialectOf(tx).lock(tx, `measurement ${id}`);
    const before = await lockOwnTicket(tx, reference);
    const { ticketNumber } = before;
    const existing = await findMeasurement(tx, id);
    if (existing) {
      const isRepeat = hasValues(existing, { ticketNumber, kind, stage, ...values });
      if (isRepeat) return { measurement: existing, repair: before, isRepeat };
      throw new Problem('measurement-exists', { extra: { measurement: existing, repair: before } });
    }
    await requireFree(tx, before, { kind, stage });
    const at = isoTime(clock());
    await insertMeasurement(tx, { id, ticketNumber, kind, stage }, values, at);
    const measurement = await getMeasurement(tx, id);
    const repair = await recordTicketTableEvent(tx, before, at, {
      kind: 'measurement-added',
      data: {
        measurementId: id,
        measured: kind,
        stage,
        before: null,
        after: valuesOf(measurement),
      },
    });
    return { measurement, repair, isRepeat: false };
  });
}

/**
 * Changes a measurement; the same again changes nothing.
 *
 * @param ifMatch the version that was seen (domain/edits.ts)
 * @throws Problem measurement-not-found, repair-not-found, repair-status; changed-meanwhile with the
 *   measurement and the ticket as they are now; measurement-exists if the new stage is taken
 */
export function changeMeasurement(
  { database, clock }: Deps,
  id: string,
  edit: Checked<'changeMeasurement', 'body'>,
  ifMatch?: string,
): Promise<Written> {
  return database.transact(async (tx) => {
    const before = await lockMeasurement(tx, id, ifMatch);
    const { kind, stage } = before.measurement;
    const { next, changes } = editedFields({ stage, ...valuesOf(before.measurement) }, edit);
    const fault = measurementFault(kind, next.stage, next);
    if (fault !== null) throw fieldProblem(fault.path, fault.message);
    if (changes === null) return before;
    if (next.stage !== stage) await requireFree(tx, before.repair, { kind, stage: next.stage });
    const at = isoTime(clock());
    await updateMeasurement(tx, id, next, at);
    const repair = await recordTicketTableEvent(tx, before.repair, at, {
      kind: 'measurement-changed',
      data: { measurementId: id, measured: kind, stage, ...changes },
    });
    return { measurement: await getMeasurement(tx, id), repair };
  });
}

/** Removes a measurement; its history stays. @throws Problem as for {@link lockMeasurement} */
export function removeMeasurement(
  { database, clock }: Deps,
  id: string,
  ifMatch?: string,
): Promise<Repair> {
  return database.transact(async (tx) => {
    const { measurement, repair } = await lockMeasurement(tx, id, ifMatch);
    const { kind: measured, stage } = measurement;
    await deleteMeasurement(tx, id);
    return recordTicketTableEvent(tx, repair, isoTime(clock()), {
      kind: 'measurement-removed',
      data: { measurementId: id, measured, stage, before: valuesOf(measurement), after: null },
    });
  });
}
