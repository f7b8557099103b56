import Check from 'lucide/check';
import CheckCheck from 'lucide/check-check';
import CircleQuestionMark from 'lucide/circle-question-mark';
import CircleX from 'lucide/circle-x';
import Clock from 'lucide/clock';
import MessageSquare from 'lucide/message-square';
import Send from 'lucide/send';
import type { MessageState } from '../../domain/messages.ts';
import { classNames } from '../ui/class-names.ts';
import type { Icon } from '../ui/icon.ts';
import { textStateWords } from './text-words.ts';

const looks: Record<MessageState, { icon: Icon; classes: string }> = {
  sending: { icon: Clock, classes: 'text-ink-muted' },
  unknown: { icon: CircleQuestionMark, classes: 'font-medium text-amber-ink' },
  accepted: { icon: Send, classes: 'text-ink-muted' },
  sent: { icon: Check, classes: 'text-blue-ink' },
  delivered: { icon: CheckCheck, classes: 'text-green-ink' },
  undelivered: { icon: CircleX, classes: 'font-medium text-danger-ink' },
  failed: { icon: CircleX, classes: 'font-medium text-danger-ink' },
  received: { icon: MessageSquare, classes: 'text-ink-muted' },
};

/** How far a text has come: a colour, an icon and a word. */
export function TextState({ state }: { state: MessageState }) {
  const { icon: IconPart, classes } = looks[state];
  return (
    <span className={classNames('whitespace-nowrap', classes)}>
      <IconPart aria-hidden="true" size={12} className="mr-1 inline align-[-1px]" />
      {textStateWords(state)}
    </span>
  );
}
