import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { proposedDate } from '../../domain/promised-date.ts';
import { repairFields } from '../../domain/repair-fields.ts';
import { PromiseField } from '../repairs/promise-field.tsx';
import { useShopCalendar, useToday } from '../repairs/shop-calendar.ts';
import { useIntakeField, useIntakeForm } from './intake-control.tsx';
import type { IntakeFields } from './intake-fields.ts';

/** Proposed by the shop's usual days until staff choose another date, or none. */
export function PromisedDate() {
  const form = useIntakeForm();
  const { name, ref, onBlur, error } = useIntakeField('expectedOn');
  const value = useWatch<IntakeFields, 'expectedOn'>({ name: 'expectedOn' });
  const isSameDay = useWatch<IntakeFields, 'isSameDay'>({ name: 'isSameDay' });
  const hasOwnDate = useWatch<IntakeFields, 'hasOwnDate'>({ name: 'hasOwnDate' });
  const today = useToday();
  const calendar = useShopCalendar();
  const proposal = calendar && proposedDate(isSameDay, today, calendar);

  useEffect(() => {
    if (hasOwnDate || proposal === undefined) return;
    form.setValue('expectedOn', proposal);
    form.clearErrors('expectedOn');
  }, [form, hasOwnDate, proposal]);

  return (
    <PromiseField
      ref={ref}
      name={name}
      label={repairFields.expectedOn.label}
      optional
      value={value}
      error={error}
      onBlur={onBlur}
      onChange={({ target }) => {
        form.setValue('hasOwnDate', true);
        form.setValue('expectedOn', target.value, { shouldDirty: true });
        form.clearErrors('expectedOn');
      }}
    />
  );
}
