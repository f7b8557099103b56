import type { AttentionCase, Change } from '../../domain/api-answers.ts';
import { casesClosedBy } from '../../domain/attention.ts';
import { formatPhone } from '../../domain/phone.ts';
import { call } from '../api/call.ts';
import { isolated } from '../ui/isolated.ts';
import { toasts } from '../ui/toasts.ts';

/** The question that a toast tells of. */
let told: { caseId: string; toastId: number } | null = null;

const isQuestion = ({ reason }: AttentionCase) =>
  casesClosedBy.text.some((answerable) => answerable === reason);

/**
 * Tells the user at the screen that a customer wrote something that awaits an answer from staff,
 * until it is seen or has been dealt with.
 *
 * @param open shows the ticket; null for a text that is about none
 */
export async function toastQuestion(
  { entity, what, id }: Change,
  open: (ticketNumber: string | null) => void,
  signal: AbortSignal,
): Promise<void> {
  const isNew = entity === 'message' && what === 'received';
  if (!isNew && told === null) return;
  const answer = await call('GET /api/attention', {}).catch(() => null);
  // Anyone looking at the login by now must not read about customers.
  if (answer === null || signal.aborted) return;
  const questions = answer.items.filter(isQuestion);
  const asked = isNew ? questions.find((question) => question.id === id) : undefined;
  if (asked) {
    const others = questions.length - 1;
    const words = asked.message?.body ? `“${asked.message.body}”` : 'No words';
    told = {
      caseId: asked.id,
      toastId: toasts.show({
        kind: 'info',
        stays: true,
        title: `Question from ${isolated(asked.customerName ?? formatPhone(asked.phone))}`,
        detail: others === 0 ? words : `${words} · ${others} more in Needs attention`,
        onPress: () => open(asked.ticketNumber),
      }),
    };
  } else if (told !== null && !questions.some((question) => question.id === told?.caseId)) {
    toasts.close(told.toastId);
    told = null;
  }
}
