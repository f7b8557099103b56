/**
 * Puts the focus into a field of a form at once. React Hook Form's `setFocus` lets a moment pass first:
 * on a busy machine it then takes the focus from a field that somebody has begun to type in.
 */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
