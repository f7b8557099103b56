import { createServer, type Server } from 'node:http';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { reachableLink } from './links.ts';

const name = '3f2504e0-4f89-41d3-9a0c-0305e82c3301_completed_1763702123456.jpg';
const log = pino({ level: 'silent' });

const link = (url: string, isTyped = false) =>
  reachableLink({ publicUrl: origin, isTyped, log }, url);

let server: Server;
let port: number;
let origin: string;
let asked: string[];
let answer: { status: number; type: string };
beforeEach(async () => {
  asked = [];
  answer = { status: 200, type: 'image/jpeg' };
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(answer.status, { 'content-type': answer.type }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as { port: number }).port;
  origin = `http://127.0.0.1:${port}`;
});
afterEach(() => {
  server.close();
});

it('a photo’s link loses its query, and is asked for by HEAD before anyone gets it', async () => {
  expect(await link(`/photos/repair-photos/${name}?token=a/b`)).toBe(
    `${origin}/photos/repair-photos/${name}`,
  );
  expect(asked).toEqual([`HEAD /photos/repair-photos/${name}`]);
});

it.each([
  ['is missing', 404, 'image/jpeg'],
  ['is not a picture', 200, 'text/html'],
  ['cannot be served', 500, 'image/jpeg'],
])('a photo that %s has no link', async (_what, status, type) => {
  answer = { status, type };
  expect(await link(`/photos/repair-photos/${name}`)).toBeNull();
  expect(asked).toHaveLength(1);
});

it('a typed address in a private network is never requested', async () => {
  const url = `/photos/repair-photos/${name}`;
  expect(await link(url, true)).toBeNull();
  origin = `http://localhost:${port}`;
  expect(await link(url, true)).toBeNull();
  expect(asked).toEqual([]);
  expect(await link(url)).toBe(`${origin}${url}`);
});

it('a redirect is not followed', async () => {
  answer = { status: 302, type: 'image/jpeg' };
  expect(await link(`/photos/repair-photos/${name}`)).toBeNull();
  expect(asked).toHaveLength(1);
});

it('nothing is asked of another host', async () => {
  const elsewhere = `//localhost:${port}/photos/repair-photos/${name}`;
  expect(await link(elsewhere)).toBeNull();
  expect(asked).toEqual([]);
});
