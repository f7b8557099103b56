import BellOff from 'lucide/bell-off';
import type { TextPreview as Preview } from '../../../domain/texts.ts';
import { classNames } from '../../ui/classes.ts';
import { DateTime } from '../time/date-time.tsx';
import { costWords } from './text-cost.ts';

export function QuotedText({ body }: { body: string }) {
  return (
    <blockquote
      dir="auto"
      className="whitespace-pre-line break-words border-line-strong border-l-2 pl-3 text-ink"
    >
      {body === '' ? <em>Empty message</em> : `“${body}”`}
    </blockquote>
  );
}

export function OptedOutWords({ since }: { since: string }) {
  return (
    <>
      Replied STOP on <DateTime iso={since} show="date" />: call them
    </>
  );
}

/** @param words why the shop doesn't text the customer */
export function Withheld({ words }: { words: string }) {
  return (
    <span className="inline-flex items-start gap-1.5 font-medium text-soon text-sm">
      <BellOff aria-hidden="true" size={14} className="mt-[3px] shrink-0" />
      {words}
    </span>
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
        <span>Preview</span>
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
