import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { operations } from '../../domain/api.ts';
import type { Operation } from '../../domain/api-operation.ts';
import { Problem } from '../../domain/problems.ts';
import type { ShopSettings } from '../../domain/shop-settings.ts';
import { initialsHeader, knownInitials } from '../../domain/staff-initials.ts';
import { type Acting, withActor } from '../history/acting.ts';
import type { Call, Http } from '../ports/http.ts';
import type { Sessions } from '../shop/sessions/actions.ts';
import { answerMemo, hasTag } from './revision.ts';

interface ContractDeps {
  sessions: Sessions;
  settings: () => Promise<ShopSettings>;
  currentTag: () => Promise<string>;
  /** Which restored store it is. */
  store: () => string;
}

function check(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const errors = checked.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key].join('.'),
          message: `${key} is not a known field`,
        }))
      : [
          {
            path: issue.path.join('.'),
            message: issue.path.length === 0 ? 'The body must be one JSON object' : issue.message,
          },
        ],
  );
  const detail = errors[0]?.message;
  throw new Problem('validation-failed', { errors, ...(detail ? { detail } : {}) });
}

const jsonType = 'application/json; charset=utf-8';

export function contractHttp(
  app: FastifyInstance,
  { sessions, currentTag, settings, store }: ContractDeps,
): Http {
  const remember = answerMemo();

  async function unchanged(request: FastifyRequest, reply: FastifyReply) {
    // Read before the data: what is newer than its tag is fetched again, never missed.
    const tag = await currentTag();
    reply.header('etag', tag);
    if (!hasTag(request.headers['if-none-match'], tag)) return;
    return reply.header('cache-control', 'no-store').code(304).send();
  }

  async function actingBy({ headers }: FastifyRequest, token: string): Promise<Acting> {
    const given = headers[initialsHeader];
    const initials =
      typeof given === 'string' ? knownInitials(given, (await settings()).staff) : null;
    return { session: sessions.publicId(token), initials };
  }

  const bodyOf = async ({ body, bodyWithoutEmail }: Operation) =>
    bodyWithoutEmail && !(await settings()).intake.isEmailRequired ? bodyWithoutEmail : body;

  return {
    handle(name, handler) {
      const operation: Operation = operations[name];
      const usualStatus = Math.min(...Object.keys(operation.responses).map(Number));
      const isList = operation.hasRevision === true && operation.params === undefined;
      app.route({
        method: operation.method,
        url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
        onRequest: [
          ...(operation.isPublic ? [] : [guard(sessions, store)]),
          ...(operation.hasRevision ? [unchanged] : []),
        ],
        handler: async (request, reply) => {
          reply.header('cache-control', 'no-store');
          const given = {
            params: check(operation.params, request.params),
            query: check(operation.query, request.query),
            body: check(await bodyOf(operation), request.body),
            request,
            reply,
          } as Call<typeof name>;
          const checked = (status: number, answer: unknown): object => {
            const { view } = (given.query ?? {}) as { view?: string };
            const schema = operation.views?.[view ?? ''] ?? operation.responses[status];
            if (schema === undefined) throw new Error(`${name} may not answer ${status}`);
            return schema.parse(answer) as object;
          };
          if (isList) {
            const make = async () => listJson(checked(usualStatus, await handler(given)));
            const body = await remember(String(reply.getHeader('etag')), request.url, make);
            return reply.code(usualStatus).header('content-type', jsonType).send(body);
          }
          const token =
            operation.method === 'GET' ? null : sessions.tokenIn(request.headers.cookie);
          const answer: unknown = await (token === null || operation.isPublic
            ? handler(given)
            : withActor(await actingBy(request, token), () => handler(given)));
          const status = reply.statusCode === 200 ? usualStatus : reply.statusCode;
          const isFile = answer instanceof Uint8Array || answer instanceof Readable;
          if (answer === undefined || isFile) {
            return reply.code(status).send(answer);
          }
          return reply
            .code(status)
            .header('content-type', jsonType)
            .send(JSON.stringify(checked(status, answer)));
        },
      });
    },
  };
}

/**
 * A list's JSON, made one item at a time: in one piece, a single letter outside Latin-1 would double the size of
 * the whole string, and encoding that takes as long as making it.
 */
function listJson(answer: { items?: unknown[] }): Buffer {
  const { items, ...rest } = answer;
  if (items === undefined) return Buffer.from(JSON.stringify(rest));
  const others = JSON.stringify(rest).slice(1);
  return Buffer.concat([
    Buffer.from('{"items":['),
    ...items.map((item, index) => Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(item)}`)),
    Buffer.from(`]${others === '}' ? '' : ','}${others}`),
  ]);
}

/**
 * Lets nobody in without a live session.
 *
 * @param store sent with a refusal, so that a browser knows whether a restore ended its session
 */
export function guard(sessions: Sessions, store?: () => string) {
  return async (request: FastifyRequest): Promise<void> => {
    const token = sessions.tokenIn(request.headers.cookie);
    if (token === null || (await sessions.expiry(token)) === null) {
      throw new Problem('not-logged-in', store ? { extra: { store: store() } } : {});
    }
  };
}
