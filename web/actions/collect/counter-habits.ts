import { paymentMethods } from '../../../domain/payments.ts';
import { storedChoice } from '../../data/storage.ts';

/** What was chosen last at this computer, and is proposed the next time. */

export const lastMethod = storedChoice('payment-method', paymentMethods, 'card');
export const printsReceipt = storedChoice('prints-receipt', ['yes', 'no'], 'yes');
