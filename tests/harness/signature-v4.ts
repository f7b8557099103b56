import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Amazon's Signature Version 4 as a service checks it, written from its specification ("Signature
 * Calculations for the Authorization Header: Transferring Payload in a Single Chunk", Amazon S3 API
 * reference) and from nothing that makes signatures.
 */

export interface SignedRequest {
  method: string;
  /** As it stands in the request line, with its query. */
  target: string;
  /** Names in small letters. */
  headers: Readonly<Record<string, string | undefined>>;
}

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

/** What a service says to a request that it does not believe. */
export interface Refusal {
  status: number;
  code: string;
  message: string;
}

const windowMs = 15 * 60 * 1000;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();

/** Every byte but A-Z a-z 0-9 - . _ ~ as % and two capital digits. */
const uriEncode = (text: string) =>
  [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const sign = String.fromCharCode(byte);
      return /[A-Za-z0-9\-._~]/.test(sign)
        ? sign
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');

const uriDecode = (text: string) => decodeURIComponent(text);

function canonicalPath(path: string): string {
  return path
    .split('/')
    .map((segment) => uriEncode(uriDecode(segment)))
    .join('/');
}

const byBytes = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

function canonicalQuery(query: string): string {
  if (query === '') return '';
  return query
    .split('&')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [uriEncode(uriDecode(name)), uriEncode(uriDecode(value.join('=')))] as const;
    })
    .sort(([name, value], [otherName, otherValue]) =>
      name === otherName ? byBytes(value, otherValue) : byBytes(name, otherName),
    )
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

export function canonicalRequest(
  { method, target, headers }: SignedRequest,
  signedHeaders: readonly string[],
): string {
  const [path = '', query = ''] = target.split('?', 2);
  const lines = signedHeaders.map(
    (name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}\n`,
  );
  return [
    method,
    canonicalPath(path),
    canonicalQuery(query),
    lines.join(''),
    signedHeaders.join(';'),
    headers['x-amz-content-sha256'] ?? '',
  ].join('\n');
}

export function signatureOf(
  request: SignedRequest,
  signedHeaders: readonly string[],
  { secretAccessKey, region }: Credentials,
): string {
  const time = request.headers['x-amz-date'] ?? '';
  const day = time.slice(0, 8);
  const stringToSign = [
    'AWS4-HMAC-SHA256',
    time,
    `${day}/${region}/s3/aws4_request`,
    sha256(canonicalRequest(request, signedHeaders)),
  ].join('\n');
  const ofDay = hmac(`AWS4${secretAccessKey}`, day);
  const ofService = hmac(hmac(ofDay, region), 's3');
  return hmac(hmac(ofService, 'aws4_request'), stringToSign).toString('hex');
}

function timeOf(text: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/,\s]+)\/(\d{8})\/([^/,\s]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

const denied = (message: string): Refusal => ({ status: 403, code: 'AccessDenied', message });
const malformed = (message: string): Refusal => ({
  status: 400,
  code: 'AuthorizationHeaderMalformed',
  message,
});

/** @returns why a request is not believed, or null when it is; its body is not looked at */
export function refusalOf(
  request: SignedRequest,
  credentials: Credentials,
  now: number,
): Refusal | null {
  const { headers } = request;
  const given = authorization.exec(headers.authorization ?? '');
  if (headers.authorization === undefined) return denied('Anonymous access is forbidden');
  if (given === null) return malformed('The authorization header is malformed');
  const [, accessKeyId, day, region, names = '', signature = ''] = given;
  if (accessKeyId !== credentials.accessKeyId) {
    return { status: 403, code: 'InvalidAccessKeyId', message: 'The key does not exist' };
  }
  if (region !== credentials.region) {
    return malformed(`The region '${region}' is wrong; expecting '${credentials.region}'`);
  }
  const time = timeOf(headers['x-amz-date'] ?? '');
  if (Number.isNaN(time) || headers['x-amz-date']?.slice(0, 8) !== day) {
    return malformed('The date of the credential is not that of the request');
  }
  if (Math.abs(now - time) > windowMs) {
    return { status: 403, code: 'RequestTimeTooSkewed', message: 'The difference is too large' };
  }
  const signedHeaders = names.split(';');
  const isSorted = signedHeaders.join(';') === [...new Set(signedHeaders)].sort(byBytes).join(';');
  if (!isSorted) return malformed('The signed headers are not in order');
  const mustBeSigned = Object.keys(headers).filter(
    (name) => name === 'host' || name === 'content-md5' || name.startsWith('x-amz-'),
  );
  const unsigned = mustBeSigned.filter((name) => !signedHeaders.includes(name));
  if (unsigned.length > 0) return denied(`Headers were not signed: ${unsigned.join(', ')}`);
  const expected = signatureOf(request, signedHeaders, credentials);
  if (timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return null;
  return { status: 403, code: 'SignatureDoesNotMatch', message: 'The signature does not match' };
}
