import type { TextPreview as Preview } from '../../domain/texts.ts';
import { classNames } from '../ui/class-names.ts';
import { costWords } from './text-cost.ts';

/** A text as it will go out, and what it costs. */
export function TextPreview({ preview, note }: { preview: Preview; note?: string | null }) {
  return (
    <figure className="flex flex-col gap-1">
      <figcaption className="flex flex-wrap justify-between gap-x-3 text-ink-muted text-sm">
        <span>Goes out as</span>
        <span
          className={classNames('figures', preview.segments > 1 && 'font-medium text-amber-ink')}
        >
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
