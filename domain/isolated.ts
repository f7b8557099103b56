/** Hebrew, Arabic and the other scripts that are written from right to left. */
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** First strong isolate, and its end (Unicode, UAX #9). */
const isolate = '\u2068';
const endOfIsolate = '\u2069';

/**
 * A name in a sentence that is plain text, where `<bdi>` cannot be used: in a title, a message, an option. A
 * name that is written from right to left would otherwise pull what follows it to the wrong side.
 *
 * @returns other names as they are, without invisible characters
 */
export function isolated(name: string): string {
  return rightToLeft.test(name) ? `${isolate}${name}${endOfIsolate}` : name;
}
