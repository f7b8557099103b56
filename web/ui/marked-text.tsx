import { textParts } from './text-matches.ts';

/** A text with what the search matched in it marked. */
export function MarkedText({ text, query }: { text: string; query: string }) {
  return textParts(text, query).map((part) =>
    part.isMatch ? <mark key={part.at}>{part.text}</mark> : part.text,
  );
}
