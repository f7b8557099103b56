/**
 * Puts the focus into a field of a form at once. React Hook Form's `setFocus` waits a moment first:
 * on a busy machine it then takes the focus from a field that the user has begun to type in.
 */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
