/** The words of a text, where something is said about it. */
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
