import '../api/zod-setup.ts';
import { requiredPhone } from '../../domain/field-schemas.ts';
import { checkEstimate } from '../estimates/estimate-check.ts';
import type { WorkflowInput } from './workflow-runner.ts';

/** Source: specification, section 4: "The default test price is 150". */
export const defaultPrice = '150';

const phoneField = requiredPhone({ label: 'Phone' });

export type WorkflowCheck = WorkflowInput | { field: 'phone' | 'price'; message: string };

/**
 * Checks what a test is started with: the phone as at the intake, then both as an estimate's.
 *
 * @returns what to run it with, or the first thing that is wrong
 */
export function checkWorkflow(typed: { phone: string; price: string }): WorkflowCheck {
  const phone = phoneField.safeParse(typed.phone);
  if (!phone.success) {
    return { field: 'phone', message: phone.error.issues[0]?.message ?? '' };
  }
  const estimate = checkEstimate(typed.price, phone.data);
  if ('message' in estimate) {
    const { field, message } = estimate;
    return { field: field === 'amount' ? 'price' : 'phone', message };
  }
  return { phone: phone.data, dollars: estimate.dollars };
}
