import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { S3Fault } from './s3-faults.ts';

export const escapedXml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

/** One bit of it is another. */
export function altered(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const at = copy.length >> 1;
  if (copy.length > 0) copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: Buffer | string;
  /** What goes wrong on the way back. */
  fault?: S3Fault | undefined;
}

export function sendAnswer(
  response: ServerResponse,
  now: number,
  { status, headers = {}, body = '', fault }: Answer,
): void {
  if (fault?.kind === 'lose-answer') {
    response.destroy();
    return;
  }
  const whole = Buffer.from(body as Buffer);
  const bytes = fault?.kind === 'alter-answer' ? altered(whole) : whole;
  response.writeHead(status, {
    date: new Date(now).toUTCString(),
    'x-amz-request-id': randomBytes(8).toString('hex'),
    ...(status === 204 ? {} : { 'content-length': String(bytes.length) }),
    ...headers,
  });
  const half = bytes.subarray(0, bytes.length >> 1);
  if (fault?.kind === 'cut-answer') response.write(half, () => response.destroy());
  else if (fault?.kind === 'stall') response.write(half);
  else response.end(bytes);
}

/** An error as the service words it. */
export function errorAnswer(
  status: number,
  code: string,
  { message = code, headers = {} }: { message?: string; headers?: Record<string, string> } = {},
): Answer {
  return {
    status,
    headers: { 'content-type': 'application/xml', ...headers },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${escapedXml(message)}</Message></Error>`,
  };
}
