type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isField(target: EventTarget | null): target is Field {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}

/** Past the copy of the value that React keeps, so that it sees a change and hears of it. */
function write(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (field instanceof HTMLSelectElement) {
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/**
 * Remembers a field as it stands now. Counting what is typed afterwards would not do: a field may
 * reformat it, and a scan that began over a selection has replaced it.
 *
 * @returns how to restore the field for the user working there; null where nothing is typed
 */
export function fieldBefore(target: EventTarget | null): (() => void) | null {
  if (!isField(target)) return null;
  const { value } = target;
  // Null in a kind of field that has no selection, and none to set, such as one for e-mail.
  const selection =
    target instanceof HTMLSelectElement ? null : [target.selectionStart, target.selectionEnd];
  return () => {
    if (target.value === value) return;
    write(target, value);
    const [start = null, end = null] = selection ?? [];
    if (!(target instanceof HTMLSelectElement) && start !== null) {
      target.setSelectionRange(start, end);
    }
  };
}
