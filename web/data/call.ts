import type { z } from 'zod';
import type { Answer, Input, Operations } from '../../domain/api.ts';
import { versionTag } from '../../domain/edits.ts';
import type { FieldError, ProblemCode } from '../../domain/problems.ts';
import { initialsHeader } from '../../domain/staff-initials.ts';
import { type CallName, calls } from './calls.ts';
import { shopRestoring } from './connection.ts';
import { storedValue } from './storage.ts';
import { createSignal } from './store.ts';

/** The browser's typed client: every call's name, input and answer come from the contract. */

/** Whose initials are sent with what is done in this browser; null for no one. */
export const atComputer = storedValue('staff-initials', (stored) => stored);

type Part<Name extends CallName, Key extends 'params' | 'query' | 'body'> =
  Operations[Name] extends Record<Key, unknown>
    ? { [K in Key]: Input<Name, Key> }
    : { [K in Key]?: never };

type Arguments<Name extends CallName> = Part<Name, 'params'> &
  Partial<Part<Name, 'query'>> &
  Part<Name, 'body'> & {
    signal?: AbortSignal;
    file?: Blob;
    initials?: string | null;
  } & Version<Name>;

/** The `updatedAt` that the change was made from, if the contract takes it. */
type Version<Name extends CallName> = Operations[Name] extends { takesVersion: true }
  ? { seenVersion?: string }
  : { seenVersion?: never };

/** If a call has views, the query decides the form of its answer, and the items show which it is. */
type AnswerTo<Name extends CallName> =
  | Answer<Name>
  | (Operations[Name] extends { views: Record<string, infer View extends z.ZodType> }
      ? z.output<View>
      : never);

/** Codes that only the browser produces. */
export type CallProblemCode = ProblemCode | 'offline' | 'unreadable-answer';

export class CallProblem extends Error {
  readonly code: CallProblemCode;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly errors: readonly FieldError[];
  readonly retryAfterSeconds: number | null;
  /** The whole problem document: some carry more, e.g. the current ticket. */
  readonly document: Readonly<Record<string, unknown>>;

  constructor(document: Record<string, unknown>, status: number, retryAfter: string | null) {
    const detail = String(document.detail ?? 'Please try again.');
    super(detail);
    this.name = 'CallProblem';
    this.code = document.code as CallProblemCode;
    this.status = status;
    this.title = String(document.title ?? 'Something went wrong');
    this.detail = detail;
    this.errors = Array.isArray(document.errors) ? (document.errors as FieldError[]) : [];
    this.retryAfterSeconds = retryAfter === null ? null : Number(retryAfter);
    this.document = document;
  }
}

/** Whether what was sent may have been done all the same: then it can be sent again. */
export const isUnsure = (error: Error | null): boolean =>
  error instanceof CallProblem && (error.status === 0 || error.status >= 500);

export const noConnection = 'No connection';

export function offlineProblem(): CallProblem {
  return new CallProblem(
    {
      code: 'offline',
      title: noConnection,
      detail: 'The shop’s server can’t be reached. Check the network and try again.',
    },
    0,
    null,
  );
}

const sessionEnd = createSignal();

/** Registers what is called when the server says that nobody is logged in anymore. */
export const onSessionEnd = sessionEnd.listen;

interface Kept {
  etag: string;
  answer: unknown;
}

/**
 * The last answer to each list, by address: an unchanged poll comes back as an empty 304. Kept here
 * and not in the browser's cache, so that no client's data stays on the disk of a shared computer.
 */
const kept = new Map<string, Kept>();
const maxKept = 100;

export function forgetAnswers(): void {
  kept.clear();
}

function address(path: string, params: unknown, query: unknown): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one));
    }
  }
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

async function problemFrom(response: Response): Promise<CallProblem> {
  const retryAfter = response.headers.get('retry-after');
  const document: unknown = await response.json().catch(() => null);
  if (typeof document === 'object' && document !== null && 'code' in document) {
    return new CallProblem(document as Record<string, unknown>, response.status, retryAfter);
  }
  // A proxy in between, not our server.
  return new CallProblem(
    {
      code: 'unreadable-answer',
      title: 'No response from the shop’s server',
      detail: `Unexpected response (${response.status}) from the network. Please try again shortly.`,
    },
    response.status,
    retryAfter,
  );
}

export async function refuse(response: Response): Promise<never> {
  const problem = await problemFrom(response);
  if (problem.code === 'not-logged-in') sessionEnd.emit();
  shopRestoring.set(problem.code === 'shop-restoring');
  throw problem;
}

interface Given {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  file?: Blob;
  signal?: AbortSignal;
  seenVersion?: string;
  /** The initials of the person who did it, if it was earlier; by default, of the person at the computer now. */
  initials?: string | null;
}

/** @returns the answer, unless it is a refusal; if there is an `etag`, it may be a 304 */
async function send(
  method: string,
  url: string,
  { body, file, signal, seenVersion, initials = atComputer.get() }: Given,
  etag?: string,
): Promise<Response> {
  const headers = new Headers();
  if (etag !== undefined) headers.set('if-none-match', etag);
  if (seenVersion !== undefined) headers.set('if-match', versionTag(seenVersion));
  if (method !== 'GET' && initials !== null) {
    headers.set(initialsHeader, encodeURIComponent(initials));
  }
  const content = file ?? (body === undefined ? null : JSON.stringify(body));
  if (content !== null) {
    // Systems call a CSV by many names.
    const fileType = file?.type.startsWith('image/') ? file.type : 'text/csv';
    headers.set('content-type', file ? fileType : 'application/json');
  }
  const answer = fetch(url, {
    method,
    headers,
    body: content,
    signal: signal ?? null,
    cache: 'no-store',
    credentials: 'same-origin',
  });
  const response = await answer.catch((error: unknown) => {
    throw signal?.aborted ? error : offlineProblem();
  });
  if (!response.ok && response.status !== 304) return refuse(response);
  shopRestoring.set(false);
  return response;
}

function targetOf(name: CallName, { params, query }: Given): { method: string; url: string } {
  const [method = 'GET', path = ''] = calls[name].split(' ');
  return { method, url: address(path, params, query) };
}

/**
 * Makes a call of the contract.
 *
 * @param name as in the contract, e.g. `createRepair`
 * @throws CallProblem for every refusal and for no answer
 */
export async function call<Name extends CallName>(
  name: Name,
  ...[optional]: Record<never, never> extends Arguments<Name>
    ? [Arguments<Name>?]
    : [Arguments<Name>]
): Promise<AnswerTo<Name>> {
  const given: Given = optional ?? {};
  const { method, url } = targetOf(name, given);
  const known = method === 'GET' ? kept.get(url) : undefined;
  const response = await send(method, url, given, known?.etag);
  if (response.status === 304 && known) return known.answer as AnswerTo<Name>;
  if (response.status === 204) return undefined as AnswerTo<Name>;
  const answer: unknown = await response.json();
  const etag = response.headers.get('etag');
  if (method === 'GET' && etag !== null) {
    kept.delete(url);
    kept.set(url, { etag, answer });
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  }
  return answer as AnswerTo<Name>;
}

/**
 * Makes a call of the contract that answers with a file.
 *
 * @param onBytes gets how many bytes have come so far
 * @throws CallProblem; the signal's reason when it is aborted
 */
export async function callForFile<Name extends CallName>(
  name: Name,
  given: Arguments<Name>,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<{ name: string; file: Blob }> {
  const { method, url } = targetOf(name, given);
  const response = await send(method, url, given);
  const parts: BlobPart[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  try {
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      parts.push(part.value);
      bytes += part.value.length;
      onBytes(bytes);
    }
  } catch (error) {
    throw given.signal?.aborted ? error : offlineProblem();
  }
  const said = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '');
  const type = response.headers.get('content-type') ?? '';
  return { name: said?.[1] ?? 'file', file: new Blob(parts, { type }) };
}
