import type { CompletionSms } from '../../../domain/api-answers.ts';
import type { ToastMessage } from '../../data/toasts.ts';

const photoWaits = 'The photo is not saved yet. You can retry on the ticket.';

/** Source: specification, section 8. A message about a customer who was not texted stays longer. */
export function completedToast(sms: CompletionSms, hasUnsavedPhoto = false): ToastMessage {
  const about = aboutText(sms);
  const details = [about, hasUnsavedPhoto && photoWaits].filter(
    (detail) => detail !== null && detail !== false,
  );
  return {
    kind: details.length === 0 ? 'success' : 'info',
    title:
      sms.state === 'sent'
        ? 'Repair completed and SMS notification sent!'
        : 'Repair marked as complete!',
    detail: details.join('\n') || undefined,
  };
}

/** What to know about the text to the customer; nothing if it was sent. */
function aboutText({ state, detail }: CompletionSms): string | null {
  switch (state) {
    case 'sent':
      return null;
    case 'withheld':
      return detail;
    case 'held':
      return 'The text to the customer will be sent in a moment.';
    case 'sending':
      return 'The text to the customer is still on its way.';
    case 'unknown':
      return 'We can’t tell yet whether the text to the customer was sent. The ticket will show it once we know.';
    default:
      return `The customer was not texted. ${detail ?? 'Please call them.'}`;
  }
}
