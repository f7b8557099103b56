import type { SmsResult } from '../../domain/api-answers.ts';
import type { ToastMessage } from '../ui/toasts.ts';

/** Source: specification, section 8. */
export function createdToast(sms: SmsResult): ToastMessage {
  switch (sms.state) {
    case 'sent':
      return { kind: 'success', title: 'Repair created and SMS notification sent!' };
    case 'failed':
      return {
        kind: 'error',
        title: 'Repair created but SMS failed',
        detail: 'Check SMS configuration',
      };
    default:
      return { kind: 'info', title: 'Repair created', detail: 'The SMS is still on its way.' };
  }
}
