import { useWatch } from 'react-hook-form';
import type { Client } from '../../domain/api-answers.ts';
import { Button } from '../ui/button.tsx';
import { isolated } from '../ui/isolated.ts';
import { attachClient, chooseClient } from './client-choice.ts';
import { useIntakeForm } from './intake-field.ts';
import type { IntakeFields } from './intake-fields.ts';
import { IntakeNotice } from './intake-notice.tsx';

/** Says that typing another name has detached the client, and leads back. */
export function DetachedNotice({ client, onDone }: { client: Client; onDone: () => void }) {
  const form = useIntakeForm();
  const chosen = useWatch<IntakeFields, 'client'>({ name: 'client' });
  const typed = useWatch<IntakeFields, 'customerName'>({ name: 'customerName' });
  if (chosen !== null) return null;
  const name = isolated(client.name);

  function take(how: typeof attachClient) {
    how(form, client);
    onDone();
    form.setFocus('customerName');
  }

  return (
    <IntakeNotice
      words={`The repair is no longer for ${name}. What the directory has of them was taken out of the form.`}
      actions={
        <>
          <Button onClick={() => take(chooseClient)}>Keep this client</Button>
          {typed.trim() !== '' && (
            <Button onClick={() => take(attachClient)}>Rename this client</Button>
          )}
        </>
      }
    />
  );
}
