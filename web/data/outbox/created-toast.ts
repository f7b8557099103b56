import type { SmsResult } from '../../../domain/api-answers.ts';
import type { ToastMessage } from '../toasts.ts';

/**
 * Source: specification, section 8. Beneath its words for a text that failed is the advice that the
 * screen gives, too: checking the setup does not help a landline.
 *
 * @param sms null if no one is texted
 * @param isSimulated whether texts go to the simulated phone
 */
export function createdToast(
  sms: SmsResult | null,
  isSimulated: boolean | undefined = false,
): ToastMessage {
  if (sms === null) return { kind: 'success', title: 'Repair created' };
  const { state, detail } = sms;
  switch (state) {
    case 'sent':
      return {
        kind: 'success',
        title: 'Repair created and SMS notification sent!',
        ...(isSimulated && { detail: 'To the simulated phone.' }),
      };
    case 'failed':
      return {
        kind: 'error',
        title: 'Repair created but SMS failed',
        detail: ['Check SMS configuration', detail].filter(Boolean).join('\n'),
      };
    case 'sending':
      return { kind: 'info', title: 'Repair created', detail: 'The text is still on its way.' };
    case 'withheld':
      return { kind: 'success', title: 'Repair created', detail: detail ?? undefined };
    case 'unknown':
      return { kind: 'info', title: 'Repair created', detail: detail ?? undefined };
  }
}
