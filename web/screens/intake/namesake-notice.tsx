import { useWatch } from 'react-hook-form';
import type { Client } from '../../../domain/api-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { formatPhone } from '../../../domain/phone.ts';
import { type IntakeFields, isAnotherPerson, sharedKey } from '../../data/intake/intake-fields.ts';
import { useAsksForEmail } from '../../data/shop-settings.ts';
import { useWhoWords } from '../../parts/client/who-is-who.ts';
import { useRested } from '../../parts/list/search-results.tsx';
import { Button } from '../../ui/button.tsx';
import {
  attachClient,
  changeWords,
  maxOffered,
  useSharing,
  useTakeClient,
  wouldChange,
} from './client-choice.ts';
import { IntakeNotice, useIntakeForm } from './intake-control.tsx';

/** Undoes the choice of a person other than the one with the same email or name. */
export function AnotherPersonNotice({ words }: { words: string }) {
  const form = useIntakeForm();
  return (
    <IntakeNotice
      words={words}
      actions={
        <Button
          onClick={() => {
            form.setValue('newClientKey', '');
            form.setFocus('customerEmail');
          }}
        >
          This is the same person
        </Button>
      }
    />
  );
}

/** Says that another person is meant. */
export function AnotherPersonButton() {
  const form = useIntakeForm();
  return (
    <Button
      onClick={() => {
        form.setValue('newClientKey', sharedKey(form.getValues()));
        form.setFocus('customerPhone');
      }}
    >
      Different person
    </Button>
  );
}

const nobody: Client[] = [];

/**
 * If the email is not an address and someone in the directory has the name: asks whether it is the same
 * person. Unless staff say so, or the phone does, it is someone else (docs/decisions/clients.md).
 */
export function NamesakeNotice({ isTyping }: { isTyping: boolean }) {
  const form = useIntakeForm();
  const take = useTakeClient();
  const asksForEmail = useAsksForEmail();
  const fields = useWatch<IntakeFields>() as IntakeFields;
  const { by, shares, meant } = useSharing(form);
  // An email that is still to come says who it is.
  const isEmailToCome = isTyping || (asksForEmail && fields.customerEmail.trim() === '');
  const isAsked = by === 'name' && fields.client === null && !isEmailToCome;
  const isAnother = isAnotherPerson(fields);
  const offered = isAsked && !isAnother ? shares.slice(0, maxOffered) : nobody;
  const who = useWhoWords(meant === null ? offered : nobody);
  // Not on every keystroke: it is read out.
  const words = useRested(
    offered.length === 0
      ? ''
      : meant === null
        ? who === null
          ? ''
          : questionWords(offered, who, shares.length)
        : meantWords(meant, fields),
  );

  if (isAsked && isAnother && shares.length > 0) {
    return <AnotherPersonNotice words="Different person: a new client will be added." />;
  }
  if (offered.length === 0) return <IntakeNotice words="" />;
  return (
    <IntakeNotice
      words={words}
      isWarning={meant === null || wouldChange(meant, fields).length > 0}
      actions={
        <>
          <AnotherPersonButton />
          {meant === null ? (
            offered.map((client) => (
              <Button
                key={client.id}
                onClick={() => {
                  attachClient(form, client);
                  form.setFocus('watchBrand');
                }}
              >
                {offered.length === 1 ? 'Same person' : `Same as ${reachedAt(client)}`}
              </Button>
            ))
          ) : (
            <Button onClick={() => take(meant)}>Use {isolated(meant.name)}’s saved details</Button>
          )}
        </>
      }
    />
  );
}

const reachedAt = ({ phone }: Client) => formatPhone(phone) || 'the one without a phone';

function questionWords(offered: readonly Client[], who: readonly string[], count: number): string {
  const name = isolated(offered[0]?.name ?? '');
  const unlessSaid = 'If not, a new client will be added.';
  if (count === 1) {
    return `${name} is in the directory: ${who[0]}. Is it the same person? ${unlessSaid}`;
  }
  const rest = count > who.length ? `; and ${count - who.length} more` : '';
  return `${count} clients are named ${name}: ${who.join('; ')}${rest}. Is it one of them? ${unlessSaid}`;
}

function meantWords(meant: Client, fields: IntakeFields): string {
  const changes = changeWords(wouldChange(meant, fields));
  const known = `${isolated(meant.name)} is in the directory with this phone`;
  return changes === ''
    ? `${known}: the repair will be added to their record.`
    : `${known}. Creating the repair will change ${changes}.`;
}
