import { useMutation } from '@tanstack/react-query';
import type { Repair } from '../../../domain/api-answers.ts';
import type { Measurement } from '../../../domain/api-measurements.ts';
import { measurementName } from '../../../domain/measurements.ts';
import { call } from '../../data/call.ts';
import { refreshRepairs } from '../../data/repair-cache.ts';
import { showRepairProblem } from '../../data/repair-problem.ts';
import { toasts } from '../../data/toasts.ts';
import { showRefusal } from '../../data/undoable.ts';

/** Adds it back as it was. */
async function putBack({
  id: measurementId,
  ticketNumber,
  createdAt: _added,
  updatedAt: _changed,
  ...values
}: Measurement): Promise<void> {
  const title = measurementName(values.kind, values.stage);
  try {
    const params = { ticketNumber };
    await call('addMeasurement', { params, body: { measurementId, ...values } });
    toasts.show({ kind: 'success', title: `${title}: restored`, detail: ticketNumber });
    await refreshRepairs();
  } catch (error) {
    showRepairProblem(error instanceof Error ? error : new Error(String(error)), 'Couldn’t undo');
  }
}

/** Removes a measurement right away, and offers an undo. */
export const useRemoveMeasurement = ({ ticketNumber }: Repair, measurement: Measurement) =>
  useMutation({
    mutationFn: () =>
      call('removeMeasurement', {
        params: { id: measurement.id },
        seenVersion: measurement.updatedAt,
      }),
    onSuccess: () =>
      toasts.show({
        kind: 'success',
        title: `${measurementName(measurement.kind, measurement.stage)}: removed`,
        detail: ticketNumber,
        action: { label: 'Undo', run: () => void putBack(measurement) },
      }),
    onError: (error) => showRefusal(error, 'this measurement'),
    onSettled: refreshRepairs,
  });
