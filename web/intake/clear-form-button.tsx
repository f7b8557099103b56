import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { type IntakeFields, isBlank } from './intake-fields.ts';

/** There only when there is something to clear. */
export function ClearFormButton({ hasPhoto, onClear }: { hasPhoto: boolean; onClear: () => void }) {
  const [asks, setAsks] = useState(false);
  const fields = useWatch<IntakeFields>() as IntakeFields;
  if (isBlank(fields) && !hasPhoto) return null;
  return (
    <>
      <Button variant="quiet" onClick={() => setAsks(true)}>
        Clear form
      </Button>
      <ConfirmDialog
        open={asks}
        title="Clear the form?"
        description="What was typed is thrown away. It has not been saved as a ticket."
        confirmLabel="Clear form"
        cancelLabel="Keep it"
        onConfirm={() => {
          setAsks(false);
          onClear();
        }}
        onClose={() => setAsks(false)}
      />
    </>
  );
}
