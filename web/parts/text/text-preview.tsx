import BellOff from 'lucide/bell-off';
import type { Message } from '../../../domain/api-answers.ts';
import { optOutNotice, type TextPreview as Preview } from '../../../domain/texts.ts';
import { classNames } from '../../ui/classes.ts';
import { DateTime } from '../time/date-time.tsx';

const prices = ['', '', ': costs double', ': costs three times as much'];

/** @returns e.g. "1 segment" or "2 segments: costs double" */
export function segmentWords(segments: number): string {
  if (segments <= 1) return `${segments} segment${segments === 0 ? 's' : ''}`;
  return `${segments} segments${prices[segments] ?? `: costs ${segments} times as much`}`;
}

export function costWords({ segments, characters }: Preview): string {
  return `${segmentWords(segments)} · ${characters} character${characters === 1 ? '' : 's'}`;
}

/** What becomes of the words on their way, beyond the shop's name in front; null for nothing. */
export function changeWords(typed: string, { body, encoding }: Preview): string | null {
  if (encoding === 'UCS-2') {
    return 'An emoji or another script makes a text cost more than twice as much.';
  }
  return body.includes(typed.trim())
    ? null
    : 'Quotes, dashes and accents go out plain, so that the text costs less.';
}

const taken: readonly string[] = ['accepted', 'sent', 'delivered'];

/** Whether a text among these has told the phone how to opt out; the next need not say it again. */
export function hasToldToOptOut(
  messages: readonly Pick<Message, 'direction' | 'phone' | 'state' | 'body'>[],
  phone: string,
): boolean {
  return messages.some(
    (each) =>
      each.direction === 'outbound' &&
      each.phone === phone &&
      taken.includes(each.state) &&
      each.body.endsWith(optOutNotice),
  );
}

export function QuotedText({ body }: { body: string }) {
  return (
    <blockquote
      dir="auto"
      className="whitespace-pre-line break-words border-line-strong border-l-2 pl-3 text-ink"
    >
      {body === '' ? <em>No words</em> : `“${body}”`}
    </blockquote>
  );
}

export function OptedOutWords({ since }: { since: string }) {
  return (
    <>
      Replied STOP on <DateTime iso={since} show="date" />: phone them
    </>
  );
}

export function OptedOut({ since }: { since: string }) {
  return (
    <span className="inline-flex items-start gap-1.5 font-medium text-soon text-sm">
      <BellOff aria-hidden="true" size={14} className="mt-[3px] shrink-0" />
      <span>
        <OptedOutWords since={since} />
      </span>
    </span>
  );
}

export function TextPreview({ preview, note }: { preview: Preview; note?: string | null }) {
  return (
    <figure className="flex flex-col gap-1">
      <figcaption className="flex flex-wrap justify-between gap-x-3 text-ink-muted text-sm">
        <span>Goes out as</span>
        <span className={classNames('figures', preview.segments > 1 && 'font-medium text-soon')}>
          {costWords(preview)}
        </span>
      </figcaption>
      <blockquote
        dir="auto"
        className="max-h-40 overflow-y-auto whitespace-pre-line break-words rounded bg-sunken px-3 py-2 text-sm"
      >
        {preview.body}
      </blockquote>
      {note && <p className="text-ink-muted text-sm">{note}</p>}
    </figure>
  );
}
