import type { Route } from './description.ts';
import type { Draft } from './requests.ts';
import type { Received } from './send.ts';
import { personalMark } from './values.ts';

/** What everybody may see and nobody else's answer may hold. */
export interface Secrets {
  /** Session tokens that are or were good for something. */
  tokens: ReadonlySet<string>;
  /** Public ids of sessions. */
  sessionIds: ReadonlySet<string>;
}

/** Refusals of an outside service or a disk, promised as such. */
const promisedFailures = ['sms-failed', 'sms-unknown', 'photo-store-failed'];

const givesCookies = ['logIn', 'logOut', 'endSessions', 'changePassword'];
/** Its own, or the list of them; elsewhere a session's id only says who did something. */
const tellsSessionIds = ['listSessions', 'getSession'];

function problemsOfShape(
  route: Route,
  draft: Draft,
  { status, headers, text }: Received,
): string[] {
  // Of HEAD the document says nothing: it stands beside a GET, or is not there.
  if (draft.method === 'HEAD' && status === 404 && text === '') return [];
  // Of HEAD the document says nothing: it stands beside a GET, or is not there.
  if (draft.method === 'HEAD' && status === 404 && text === '') return [];
  if (!route.answers.has(status))
    return [`${status} is not among its answers: ${text.slice(0, 300)}`];
  const promised = route.answers.get(status) ?? null;
  if (promised === null || draft.method === 'HEAD') {
    return text === '' ? [] : [`${status} has a body: ${text.slice(0, 100)}`];
  }
  const type = String(headers['content-type'] ?? '');
  if (!promised.contentTypes.some((one) => type.startsWith(one)))
    return [`${status} comes as "${type}"`];
  if (promised.check === null) return [];
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return [`${status} is no JSON: ${text.slice(0, 100)}`];
  }
  const wrong = promised.check(body);
  return wrong === null ? [] : [`${status} is outside its schema: ${wrong}`];
}

function problemsOfSecrecy(
  route: Route,
  draft: Draft,
  { headers, text }: Received,
  secrets: Secrets,
): string[] {
  const problems: string[] = [];
  const isStranger = draft.who === 'nobody' || draft.who === 'forger';
  if (isStranger && text.toLowerCase().includes(personalMark.toLowerCase())) {
    problems.push(`tells a stranger: ${text.slice(0, 200)}`);
  }
  for (const token of secrets.tokens) if (text.includes(token)) problems.push('tells a token');
  if (!tellsSessionIds.includes(route.name)) {
    for (const id of secrets.sessionIds) {
      if (text.includes(id) && !text.includes(`"session":"${id}"`))
        problems.push('tells a session');
    }
  }
  if (headers['set-cookie'] !== undefined && !givesCookies.includes(route.name)) {
    problems.push('sets a cookie');
  }
  return problems;
}

function problemsOfHeaders({ status, headers }: Received): string[] {
  // Unchanged polls are answered before everything, with nothing but their tag.
  if (status === 304) return [];
  const missing = ['x-content-type-options', 'content-security-policy', 'referrer-policy'].filter(
    (name) => headers[name] === undefined,
  );
  return missing.map((name) => `${status} without ${name}`);
}

/** @returns everything that is wrong with an answer */
export function problemsOf(
  route: Route,
  draft: Draft,
  received: Received,
  secrets: Secrets,
): string[] {
  const { status, text } = received;
  const problems = [
    ...problemsOfShape(route, draft, received),
    ...problemsOfSecrecy(route, draft, received, secrets),
    ...problemsOfHeaders(received),
  ];
  const isPromised = promisedFailures.some((code) => text.includes(`"code":"${code}"`));
  if (status >= 500 && !isPromised) problems.push(`${status}: ${text.slice(0, 300)}`);
  const isStranger = draft.who === 'nobody' || draft.who === 'forger';
  if (isStranger && !route.isPublic && status < 400) problems.push(`${status} for a stranger`);
  return problems;
}
