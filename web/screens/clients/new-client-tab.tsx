import { listText } from '../../../domain/list-text.ts';
import { useAwayReason } from '../../data/outage.ts';
import '../../data/zod-setup.ts';
import { useMutation } from '@tanstack/react-query';
import UserPlus from 'lucide/user-plus';
import { useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Client } from '../../../domain/api-answers.ts';
import { newClientSchema, newClientWithoutEmail } from '../../../domain/api-inputs.ts';
import type { IdentityField } from '../../../domain/client-fields.ts';
import { isSameName } from '../../../domain/client-matching.ts';
import { isEmailAddress } from '../../../domain/field-schemas.ts';
import { isolated } from '../../../domain/isolated.ts';
import { formatPhone, phoneKey } from '../../../domain/phone.ts';
import { useAddress } from '../../data/address.ts';
import { CallProblem, call } from '../../data/call.ts';
import { showFailure } from '../../data/failure-toast.ts';
import { refreshClients } from '../../data/repair-cache.ts';
import { useAsksForEmail } from '../../data/shop-settings.ts';
import { toasts } from '../../data/toasts.ts';
import {
  ClientExtraFields,
  ClientFields,
  refusedFields,
  useEmailHint,
  useTextableHint,
} from '../../parts/client/client-fields.tsx';
import { blankClient, clientCheck, type TypedClient } from '../../parts/client/typed-client.ts';
import { useWhoWords } from '../../parts/client/who-is-who.ts';
import { afterLeaving } from '../../parts/form/phone-typing.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { focusField } from '../../ui/focus.ts';

type NewClient = typeof newClientSchema._zod.output;

const hasEmail = (client: Client, { email }: NewClient) =>
  isEmailAddress(email) && client.email.toLowerCase() === email.trim().toLowerCase();

/** If the email is not an address, the name is what there is to go by. */
const hasName = (client: Client, { email, name }: NewClient) =>
  !isEmailAddress(email) && isSameName(client.name, name);

const hasPhone = (client: Client, { phone }: Pick<NewClient, 'phone'>) =>
  phone !== '' && phoneKey(client.phone) === phoneKey(phone);

async function knownClients(added: NewClient): Promise<Client[]> {
  const search = async (q: string) =>
    q === '' ? [] : (await call('listClients', { query: { q, limit: 100 } })).items;
  try {
    const first = isEmailAddress(added.email) ? added.email : added.name;
    const found = (await Promise.all([search(first), search(added.phone)])).flat();
    const known = found.filter(
      (client) => hasEmail(client, added) || hasPhone(client, added) || hasName(client, added),
    );
    return [...new Map(known.map((client) => [client.id, client])).values()];
  } catch {
    // Whether it can be added is for the call that adds to say.
    return [];
  }
}

/** Whether what was asked about is still in the form. */
function isAbout(
  asked: NewClient,
  typed: Partial<Record<'name' | 'email' | 'phone', string | null | undefined>>,
): boolean {
  return (['name', 'email', 'phone'] as const).every(
    (field) => (typed[field] ?? '').trim() === asked[field],
  );
}

export function NewClientTab() {
  const { set } = useAddress();
  const asksForEmail = useAsksForEmail();
  const form = useForm<TypedClient, unknown, NewClient>({
    resolver: clientCheck<NewClient>(asksForEmail ? newClientSchema : newClientWithoutEmail),
    defaultValues: blankClient,
  });
  const { errors } = form.formState;
  const element = useRef<HTMLFormElement>(null);

  const textable = useTextableHint(useWatch({ control: form.control, name: 'phone' }) ?? '');
  const typed = useWatch({ control: form.control });
  const emailHint = useEmailHint(typed.email ?? '');

  const awayReason = useAwayReason();
  const adding = useMutation({
    mutationFn: async ({ client, isSure }: { client: NewClient; isSure: boolean }) => {
      const known = isSure ? [] : await knownClients(client);
      if (known.length > 0) return { known, about: client };
      return call('createClient', { body: client });
    },
    onSuccess: (outcome) => {
      if ('known' in outcome) return;
      toasts.show({ kind: 'success', title: 'Client added to directory' });
      form.reset(blankClient, { keepFieldsRef: true });
      focusField(element.current, 'name');
    },
    onError: (error) => {
      const refused = refusedFields(error);
      for (const { name, message } of refused) form.setError(name, { message });
      const [first] = refused;
      if (first) focusField(element.current, first.name);
      else showFailure(error, addingFailed(error));
    },
    onSettled: refreshClients,
  });

  const leaving: Partial<Record<IdentityField, { onBlur: () => void }>> = {
    email: { onBlur: () => emailHint.look(form.getValues('email') ?? '') },
    phone: { onBlur: tidyPhone },
  };

  const add = (isSure: boolean) =>
    form.handleSubmit((client) => {
      if (!adding.isPending) adding.mutate({ client, isSure });
    });

  const outcome = adding.isSuccess ? adding.data : null;
  // What was asked about may have been corrected since.
  const asked =
    outcome !== null && 'known' in outcome && isAbout(outcome.about, typed) ? outcome : null;

  return (
    <div className="flex max-w-xl flex-col gap-4">
      <form
        ref={element}
        noValidate
        aria-labelledby="new-client-heading"
        onSubmit={add(false)}
        className="flex flex-col gap-4"
      >
        <h2 id="new-client-heading" className="sr-only">
          New client
        </h2>
        <ClientFields
          isPhoneOptional
          isEmailOptional={!asksForEmail}
          emailHint={emailHint.hint}
          phoneHint={textable.hint}
          field={(name) => ({
            ...form.register(name, leaving[name] ?? {}),
            error: errors[name]?.message,
          })}
        />
        <ClientExtraFields
          values={{ ...blankClient, ...typed }}
          error={(name) => errors[name]?.message}
          onChange={(name, value) => form.setValue(name, value, { shouldDirty: true })}
        />
        <div role="status" className="empty:hidden">
          {asked && (
            <KnownClients
              known={asked.known}
              about={asked.about}
              onOpen={({ id }) => set({ tab: 'clients', client: id })}
              onAddAnyway={add(true)}
            />
          )}
        </div>
        <div className="flex justify-end">
          <Button
            type="submit"
            variant="primary"
            icon={UserPlus}
            pending={adding.isPending}
            disabledReason={awayReason}
          >
            Add client
          </Button>
        </div>
      </form>
      {outcome !== null && 'client' in outcome && <AddedClient client={outcome.client} />}
    </div>
  );

  function tidyPhone() {
    const tidied = afterLeaving(form.getValues('phone') ?? '');
    form.setValue('phone', tidied);
    textable.look(tidied);
  }
}

/** The server's own words if it gave some (specification, section 8). */
function addingFailed(error: Error): { title: string; detail: string } {
  if (error instanceof CallProblem && error.code === 'unreadable-answer') {
    return { title: 'Failed to add client', detail: error.detail };
  }
  const isAnswered = error instanceof CallProblem && error.code !== 'offline';
  return {
    title: 'Error adding client',
    detail: isAnswered ? error.detail : 'Please try again.',
  };
}

function AddedClient({ client }: { client: Client }) {
  const { set } = useAddress();
  return (
    <Banner
      tone="info"
      title="Added:"
      action={
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => set({ tab: 'clients', client: client.id })}>Show client</Button>
          <Button onClick={() => set({ tab: 'new-repair', client: client.id })}>New repair</Button>
        </div>
      }
    >
      <bdi>{client.name}</bdi>
    </Banner>
  );
}

/** More could not be told apart at a glance. */
const maxShown = 5;

/** Offers known clients before the same person is added again. */
function KnownClients({
  known,
  about,
  onOpen,
  onAddAnyway,
}: {
  known: readonly Client[];
  about: NewClient;
  onOpen: (client: Client) => void;
  onAddAnyway: () => void;
}) {
  const shown = known.slice(0, maxShown);
  const who = useWhoWords(shown);
  return (
    <Banner
      tone="warning"
      action={
        <div className="flex flex-wrap gap-2">
          {shown.map((client) => (
            <Button key={client.id} onClick={() => onOpen(client)}>
              Open {isolated(client.name)}
              {isNamesake(client, known) && `, ${formatPhone(client.phone) || 'no phone'}`}
            </Button>
          ))}
          <Button onClick={onAddAnyway}>Add anyway</Button>
        </div>
      }
    >
      {shown.map((client, index) => (
        <p key={client.id}>
          <bdi>{client.name}</bdi> has this {sharedBy(client, about)}
          {hasName(client, about) && who !== null && `: ${who[index]}`}.
        </p>
      ))}
      {known.length > shown.length && <p>And {known.length - shown.length} more.</p>}
    </Banner>
  );
}

/** Several with the same name are told apart by their phones. */
const isNamesake = (client: Client, known: readonly Client[]) =>
  known.some(({ id, name }) => id !== client.id && isSameName(name, client.name));

function sharedBy(client: Client, added: NewClient): string {
  return listText([
    ...(hasEmail(client, added) ? ['email'] : []),
    ...(hasName(client, added) ? ['name'] : []),
    ...(hasPhone(client, added) ? ['phone'] : []),
  ]);
}
