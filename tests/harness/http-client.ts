import {
  type Answer,
  type Input,
  type OperationName,
  type Operations,
  operations,
} from '../../domain/api.ts';
import type { FieldError, ProblemCode } from '../../domain/problems.ts';

/** What every refusal looks like on the wire; some carry more. */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ProblemCode;
  errors?: FieldError[];
  [extra: string]: unknown;
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  json(): unknown;
  /** The refusal. @throws when it is not one, or not as the interface promises */
  problem(): ProblemDocument;
}

type Part<Name extends OperationName, Key extends 'params' | 'query' | 'body'> =
  Operations[Name] extends Record<Key, unknown> ? { [K in Key]: Input<Name, Key> } : unknown;

/** What a call takes: parameters and body if the contract has them. */
export type Given<Name extends OperationName> = Part<Name, 'params'> &
  Partial<Part<Name, 'query'>> &
  Part<Name, 'body'>;

type Arguments<Name extends OperationName> =
  Record<never, never> extends Given<Name> ? [given?: Given<Name>] : [given: Given<Name>];

interface AnyGiven {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

export function urlOf(name: OperationName, { params, query }: AnyGiven): string {
  const path = operations[name].path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(params?.[key])),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) search.append(key, String(one));
  }
  return search.size === 0 ? path : `${path}?${search}`;
}

function readReply(response: Response, text: string): Reply {
  const { status, headers } = response;
  const json = (): unknown => JSON.parse(text);
  return {
    status,
    headers,
    text,
    json,
    problem() {
      const type = headers.get('content-type') ?? '';
      if (status < 400 || !type.startsWith('application/problem+json')) {
        throw new Error(`Not a refusal: ${status} ${type} ${text}`);
      }
      const document = json() as ProblemDocument;
      if (document.status !== status) throw new Error(`The status is not ${status}: ${text}`);
      return document;
    },
  };
}

export class HttpClient {
  readonly origin: string;
  cookie: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    origin: string,
    cookie: string | null = null,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.origin = origin;
    this.cookie = cookie;
    this.headers = headers;
  }

  async send(method: string, path: string, init: Omit<RequestInit, 'method'> = {}): Promise<Reply> {
    const headers = new Headers({ ...this.headers });
    if (this.cookie !== null) headers.set('cookie', this.cookie);
    new Headers(init.headers).forEach((value, key) => {
      headers.set(key, value);
    });
    const response = await fetch(new URL(path, this.origin), {
      redirect: 'manual',
      ...init,
      method,
      headers,
    });
    return readReply(response, await response.text());
  }

  /** A call of the contract with any input, right or wrong. */
  attempt(
    name: OperationName,
    given: AnyGiven = {},
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const { body } = given;
    const method = operations[name].method;
    return this.send(method, urlOf(name, given), {
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** A call that must go well. */
  async call<Name extends OperationName>(
    name: Name,
    ...[given]: Arguments<Name>
  ): Promise<Answer<Name>> {
    const reply = await this.attempt(name, given as AnyGiven);
    if (reply.status >= 300) throw new Error(`${name} answered ${reply.status}: ${reply.text}`);
    return (reply.status === 204 ? undefined : reply.json()) as Answer<Name>;
  }

  async refused<Name extends OperationName>(
    name: Name,
    ...[given]: Arguments<Name>
  ): Promise<ProblemDocument> {
    return (await this.attempt(name, given as AnyGiven)).problem();
  }

  async logIn(password: string): Promise<Reply> {
    const reply = await this.attempt('logIn', { body: { password } });
    const [pair] = reply.headers.get('set-cookie')?.split(';', 1) ?? [];
    if (reply.status === 204 && pair !== undefined) this.cookie = pair;
    return reply;
  }
}
