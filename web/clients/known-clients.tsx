import type { Client } from '../../domain/api-answers.ts';
import type { newClientSchema } from '../../domain/api-inputs.ts';
import { phoneKey } from '../../domain/phone.ts';
import { call } from '../data/call.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { isolated } from '../ui/text.tsx';

export type NewClient = typeof newClientSchema._zod.output;

const hasEmail = (client: Client, { email }: Pick<NewClient, 'email'>) =>
  client.email.toLowerCase() === email.trim().toLowerCase();

const hasPhone = (client: Client, { phone }: Pick<NewClient, 'phone'>) =>
  phone !== '' && phoneKey(client.phone) === phoneKey(phone);

/** Clients in the directory who have the e-mail or the phone of the client to be added. */
export async function knownClients(added: NewClient): Promise<Client[]> {
  const search = async (q: string) =>
    q === '' ? [] : (await call('GET /api/clients', { query: { q, limit: 100 } })).items;
  try {
    const found = (await Promise.all([search(added.email), search(added.phone)])).flat();
    const known = found.filter((client) => hasEmail(client, added) || hasPhone(client, added));
    return [...new Map(known.map((client) => [client.id, client])).values()];
  } catch {
    // Whether it can be added is for the call that adds to say.
    return [];
  }
}

/** Whether what was asked about still stands in the form. */
export function isAbout(
  asked: NewClient,
  typed: { email?: string | undefined; phone?: string | null | undefined },
): boolean {
  return typed.email?.trim() === asked.email && (typed.phone ?? '').trim() === asked.phone;
}

/** Offers who is known before the same person is added once more. */
export function KnownClients({
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
  return (
    <Banner
      tone="warning"
      action={
        <div className="flex flex-wrap gap-2">
          {known.map((client) => (
            <Button key={client.id} onClick={() => onOpen(client)}>
              Open {isolated(client.name)}
            </Button>
          ))}
          <Button onClick={onAddAnyway}>Add anyway</Button>
        </div>
      }
    >
      {known.map((client) => (
        <p key={client.id}>
          <bdi>{client.name}</bdi> has this {sharedBy(client, about)}.
        </p>
      ))}
    </Banner>
  );
}

function sharedBy(client: Client, added: NewClient): string {
  if (!hasEmail(client, added)) return 'phone';
  return hasPhone(client, added) ? 'e-mail and phone' : 'e-mail';
}
