import { sql } from 'kysely';
import { z } from 'zod';
import type { Measurement } from '../../domain/api-measurements.ts';
import { fromColumns, toColumns } from '../../domain/field-list.ts';
import { measuredAnswers } from '../../domain/measurement-schema.ts';
import {
  exportedValues,
  inOrderOfWork,
  type MeasurementKind,
  type MeasurementValues,
  measurementFields,
  type Stage,
} from '../../domain/measurements.ts';
import { searchable } from '../../domain/search-text.ts';
import { prepared } from '../database/prepared.ts';
import type { Handle, MeasurementsTable } from '../database/tables.ts';

const measuredSchema = z.strictObject(measuredAnswers);

const toMeasurement = (row: MeasurementsTable): Measurement => ({
  id: row.id,
  ticketNumber: row.ticket_number,
  kind: row.kind,
  stage: row.stage,
  ...fromColumns(measurementFields, row),
  ...measuredSchema.parse(JSON.parse(row.measured)),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** As exported: each value in a column. */
export function measurementRecord(row: MeasurementsTable) {
  const { timing, quartz, pressure, ...measurement } = toMeasurement(row);
  return { ...measurement, ...exportedValues({ timing, quartz, pressure }) };
}

/** All measurements of a ticket, in the order of the work. */
export async function measurementsOfTicket(
  db: Handle,
  ticketNumber: string,
): Promise<Measurement[]> {
  const { rows } = await selectOfTicket(db, { ticketNumber });
  return rows.map(toMeasurement).sort(inOrderOfWork);
}

const selectOfTicket = prepared<{ ticketNumber: string }, MeasurementsTable>(
  (db, { ticketNumber }) =>
    db.selectFrom('measurements').selectAll().where('ticket_number', '=', ticketNumber),
);

/** The same for several tickets. */
export async function measurementsOfTickets(
  db: Handle,
  ticketNumbers: readonly string[],
): Promise<Measurement[]> {
  if (ticketNumbers.length === 0) return [];
  const rows = await db
    .selectFrom('measurements')
    .selectAll()
    .where('ticket_number', 'in', ticketNumbers)
    .execute();
  return rows.map(toMeasurement).sort(inOrderOfWork);
}

/** A measurement, whether or not its ticket is deleted. */
export async function findMeasurement(db: Handle, id: string): Promise<Measurement | undefined> {
  const row = await db
    .selectFrom('measurements')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toMeasurement(row);
}

/** The measurement of a given kind at a given stage of the work. */
export async function findMeasurementAt(
  db: Handle,
  ticketNumber: string,
  kind: MeasurementKind,
  stage: Stage,
): Promise<Measurement | undefined> {
  const all = await measurementsOfTicket(db, ticketNumber);
  return all.find((one) => one.kind === kind && one.stage === stage);
}

const typedColumns = (values: MeasurementValues) => {
  const { timing, quartz, pressure } = values;
  return {
    ...toColumns(measurementFields, values),
    caliber_key: searchable(values.caliber ?? ''),
    lift_tenths: timing?.liftAngle == null ? null : Math.round(timing.liftAngle * 10),
    measured: JSON.stringify({ timing, quartz, pressure }),
  };
};

export const insertMeasurement = (
  tx: Handle,
  { id, ticketNumber, kind, stage }: Pick<Measurement, 'id' | 'ticketNumber' | 'kind' | 'stage'>,
  values: MeasurementValues,
  at: string,
) =>
  tx
    .insertInto('measurements')
    .values({
      id,
      ticket_number: ticketNumber,
      kind,
      stage,
      ...typedColumns(values),
      created_at: at,
      updated_at: at,
    })
    .execute();

export const updateMeasurement = (
  tx: Handle,
  id: string,
  { stage, ...values }: MeasurementValues & Pick<Measurement, 'stage'>,
  at: string,
) =>
  tx
    .updateTable('measurements')
    .set({ stage, ...typedColumns(values), updated_at: at })
    .where('id', '=', id)
    .execute();

export const deleteMeasurement = (tx: Handle, id: string) =>
  tx.deleteFrom('measurements').where('id', '=', id).execute();

/** The shop's last measurement of a caliber whose lift angle is known, on a ticket that is not deleted. */
export async function lastOfCaliber(db: Handle, caliber: string): Promise<Measurement | undefined> {
  const key = searchable(caliber).trim();
  if (key === '') return undefined;
  const row = await db
    .selectFrom('measurements as measurement')
    .innerJoin('repair_tickets as ticket', 'ticket.ticket_number', 'measurement.ticket_number')
    .selectAll('measurement')
    .where('measurement.caliber_key', '=', key)
    .where('measurement.lift_tenths', 'is not', null)
    .where('ticket.deleted_at', 'is', null)
    .orderBy('measurement.created_at', 'desc')
    .orderBy('measurement.id', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst();
  return row && toMeasurement(row);
}
