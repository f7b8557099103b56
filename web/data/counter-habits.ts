import { type LabelSize, labelCopies, labelSizes } from '../../domain/bag-label.ts';
import { paymentMethods } from '../../domain/payments.ts';
import { storedChoice, storedValue } from './storage.ts';

/** What was chosen last at this computer, and is proposed the next time. */

export const lastTechnician = storedValue('last-technician', (stored) => stored);
export const lastMethod = storedChoice('payment-method', paymentMethods, 'card');
export const printsReceipt = storedChoice('prints-receipt', ['yes', 'no'], 'yes');
export const printsCard = storedChoice('prints-warranty-card', ['yes', 'no'], 'yes');
export const receiptPaper = storedChoice('receipt-paper', ['roll', 'letter'], 'roll');
export const labelSize = storedChoice<LabelSize>(
  'label-size',
  Object.keys(labelSizes) as LabelSize[],
  'small',
);
export const copiesOfLabels = storedChoice('label-copies', labelCopies, '1');
