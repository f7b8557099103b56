import type { Message, Repair } from '../../domain/api-answers.ts';
import { BookReply } from './book-reply.tsx';
import { offeredAnswers } from './bookable.ts';
import { ResendText } from './resend-text.tsx';

/** What staff can do about a text of a ticket; nothing where there is nothing to do. */
export function TextActions({
  message,
  repair,
  isLatest = false,
}: {
  message: Message;
  repair: Repair;
  /** The last that the customer wrote. */
  isLatest?: boolean;
}) {
  const answers = offeredAnswers(message, repair, isLatest);
  return (
    <>
      {message.canResend && <ResendText message={message} repair={repair} />}
      {answers.length > 0 && <BookReply message={message} repair={repair} answers={answers} />}
    </>
  );
}
