import type { ClientFieldName } from '../../domain/client-fields.ts';
import { formatPhone } from '../../domain/phone.ts';
import { clientFieldLabels } from '../clients/client-fields.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CheckField } from '../ui/choice-fields.tsx';
import { isolated } from '../ui/text.tsx';
import { chooseClient } from './client-choice.ts';
import type { ClientQuestion } from './client-question.ts';
import { useIntakeForm } from './intake-control.tsx';

/** Shows field by field what creating the repair changes on a client, and takes the yes to it. */
export function ClientChangesQuestion({
  question: { client, differences, isConfirmed, confirm },
  isMissed,
}: {
  question: ClientQuestion;
  /** "Create repair" was pressed without it. */
  isMissed: boolean;
}) {
  const form = useIntakeForm();
  const name = isolated(client.name);
  return (
    <Card as="div">
      <fieldset className="min-w-0">
        <legend className="mb-2 w-full font-semibold [overflow-wrap:anywhere]">
          This changes {name} in the directory
        </legend>
        <ul className="flex flex-col gap-1 text-sm">
          {differences.map(({ field, from, to }) => (
            <li key={field} className="min-w-0 [overflow-wrap:anywhere]">
              <span className="text-ink-muted">{clientFieldLabels[field]}: </span>
              {from === '' ? (
                <span className="text-ink-muted">nothing yet</span>
              ) : (
                <bdi>{shown(field, from)}</bdi>
              )}
              <span aria-hidden="true"> → </span>
              <span className="sr-only"> becomes </span>
              <bdi className="font-semibold">{shown(field, to)}</bdi>
            </li>
          ))}
        </ul>
        <CheckField
          name="confirmedChanges"
          label={`Yes, change ${name}`}
          checked={isConfirmed}
          onChange={({ target }) => confirm(target.checked)}
          error={
            isMissed && !isConfirmed
              ? 'Please confirm the changes, or correct the customer’s details above.'
              : undefined
          }
        />
        <Button onClick={() => chooseClient(form, client)}>Keep as stored</Button>
      </fieldset>
    </Card>
  );
}

const shown = (field: ClientFieldName, text: string) =>
  field === 'phone' ? formatPhone(text) : text;
