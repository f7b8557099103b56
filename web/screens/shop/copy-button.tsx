import Copy from 'lucide/copy';
import { toasts } from '../../data/toasts.ts';
import { Button } from '../../ui/button.tsx';

/** @param label what is copied, for those who can't see what is next to it */
export function CopyButton({ text, label }: { text: string; label: string }) {
  async function copy() {
    try {
      // Browsers leave it out on a page over plain http.
      await navigator.clipboard.writeText(text);
      toasts.show({ kind: 'success', title: 'Copied' });
    } catch {
      toasts.show({
        kind: 'error',
        title: 'Not copied',
        detail: 'Select the text and press Ctrl+C.',
      });
    }
  }
  return (
    <Button variant="quiet" icon={Copy} aria-label={`Copy ${label}`} onClick={() => void copy()}>
      Copy
    </Button>
  );
}
