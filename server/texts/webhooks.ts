import { parse } from 'node:querystring';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../domain/problems.ts';
import type { Deps } from '../ports/deps.ts';
import type { FormFields } from '../ports/text-sender.ts';
import { receiveText } from './inbound.ts';
import { takeReport } from './sending.ts';
import { deliveryOf, probeSid, webhookPaths } from './twilio-webhooks.ts';
import { webhookNotes } from './webhook-calls.ts';

/** The longest text with ten pictures takes about a third of this. */
const maxFormBytes = 64 * 1024;

/** No reply is texted here: replies are sent separately, no matter what becomes of this answer. */
const emptyAnswer = '<Response/>';

function field(fields: FormFields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' ? value : value?.[0];
}

function needed(fields: FormFields, name: string): string {
  const value = field(fields, name);
  if (value === undefined || value === '') {
    throw new Problem('bad-request', { detail: `The field ${name} is missing.` });
  }
  return value;
}

/**
 * Where the provider hands over what customers text and says what became of the shop's texts. The
 * only addresses that change something without a session: the provider's signature opens them.
 */
export async function webhookRoutes(http: FastifyInstance, deps: Deps): Promise<void> {
  const note = webhookNotes(deps);
  await http.register(async (part) => {
    part.removeAllContentTypeParsers();
    part.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxFormBytes },
      (_request, body, done) => done(null, parse(String(body))),
    );
    part.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });

    /**
     * @returns the form, and the account that it is about: one whose texts may still be answered
     * @throws Problem not-found if there is none; not-from-provider
     */
    async function genuine(request: FastifyRequest) {
      const fields = (request.body ?? {}) as FormFields;
      const accounts = await deps.texting.accounts();
      if (accounts.length === 0) throw new Problem('not-found');
      const signature = request.headers['x-twilio-signature'];
      // What a proxy says about the address could come from anyone: the shop knows its own.
      const path = request.raw.url ?? '';
      const account =
        typeof signature === 'string' &&
        accounts.find(({ provider, publicUrl }) =>
          provider.isGenuine(signature, `${publicUrl}${path}`, fields),
        );
      if (!account) {
        const given = field(fields, 'AccountSid');
        const isOther = given !== undefined && accounts.every((one) => one.accountSid !== given);
        const why = isOther ? 'other-account' : 'wrong-signature';
        note(typeof signature === 'string' ? why : 'unsigned');
        throw new Problem('not-from-provider');
      }
      if (field(fields, 'MessageSid') !== probeSid) note(null);
      return { fields, account: account.accountSid };
    }

    part.post(webhookPaths.inbound, async (request, reply) => {
      const { fields, account } = await genuine(request);
      const mediaCount = Number.parseInt(field(fields, 'NumMedia') ?? '', 10) || 0;
      await receiveText(deps, {
        sid: needed(fields, 'MessageSid'),
        from: needed(fields, 'From'),
        // A picture may come without a word.
        body: field(fields, 'Body') ?? (mediaCount > 0 ? '' : needed(fields, 'Body')),
        mediaCount,
        optOutType: field(fields, 'OptOutType'),
        account,
      });
      return reply.header('content-type', 'text/xml; charset=utf-8').send(emptyAnswer);
    });

    part.post<{ Querystring: Record<string, unknown> }>(
      webhookPaths.status,
      async (request, reply) => {
        const { fields } = await genuine(request);
        const sid = needed(fields, 'MessageSid');
        const word = needed(fields, 'MessageStatus');
        const delivery = deliveryOf(sid, word, field(fields, 'ErrorCode'));
        const { reference } = request.query;
        const isOurs =
          delivery !== null &&
          (await takeReport(deps, {
            ...delivery,
            reference: typeof reference === 'string' ? reference : null,
          }));
        // An error would only make the provider send the same again.
        if (!isOurs)
          deps.log.info({ sid, state: word }, 'A report on a text that is not the shop’s');
        return reply.code(204).send();
      },
    );
  });
}
