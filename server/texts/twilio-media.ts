import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { maxPictureBytes } from '../../domain/text-pictures.ts';
import { isOnThisMachine, type TwilioSettings } from '../base/config.ts';
import { isPublicAddress, publicLookup } from '../base/public-addresses.ts';
import { property } from '../database/outage.ts';
import type { FetchedMedia, MediaFailure, MediaList } from '../ports/text-sender.ts';
import { failureOf, type TwilioClient, usualPatienceMs } from './twilio-client.ts';

/** What came with customers' texts, as the provider keeps it. */

const messageId = /^(?:SM|MM)[0-9a-f]{32}$/;
const mediaId = /^ME[0-9a-f]{32}$/;

const usualBase = 'https://api.twilio.com';

/** The provider hands over to a storage host, and that one perhaps to another. */
const maxRedirects = 3;

/** A picture may take this many times as long as any other answer. */
const patienceFactor = 4;

/** The host of a stand-in for the provider on this machine; null for a real one. */
export function standInHost(apiBaseUrl: string | null): string | null {
  if (apiBaseUrl === null || !isOnThisMachine(apiBaseUrl)) return null;
  return new URL(apiBaseUrl).hostname;
}

/**
 * Where a redirect may lead: over https on its usual port, to no address that is not public. What a name
 * stands for is checked when it is looked up. A stand-in on this machine may also redirect to itself.
 *
 * @param location as the answer gives it
 * @param from the address that answered
 * @returns null if it is not followed
 */
export function redirectTarget(location: string, from: URL, standIn: string | null): URL | null {
  if (!URL.canParse(location, from.href)) return null;
  const target = new URL(location, from);
  if (target.username !== '' || target.password !== '') return null;
  if (standIn !== null && target.hostname === standIn) {
    return /^https?:$/.test(target.protocol) ? target : null;
  }
  const address = target.hostname.replace(/^\[|\]$/g, '');
  const isAllowed =
    target.protocol === 'https:' &&
    target.port === '' &&
    (isIP(address) === 0 || isPublicAddress(address));
  return isAllowed ? target : null;
}

interface Asked {
  headers: Record<string, string>;
  signal: AbortSignal;
  lookup?: LookupFunction;
}

function get(url: URL, { headers, signal, lookup: look }: Asked): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  // A connection of its own: none that was made for another purpose is used.
  const options = { headers, signal, agent: false, ...(look && { lookup: look }) };
  return new Promise((resolve, reject) => {
    request(url, options, resolve).on('error', reject).end();
  });
}

/** Counted as it comes: the length that the answer claims is not trusted. */
async function bodyOf(response: IncomingMessage): Promise<FetchedMedia> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxPictureBytes) return { kind: 'too-large' };
    chunks.push(chunk);
  }
  return { kind: 'fetched', bytes: Buffer.concat(chunks) };
}

function failureOfStatus(status: number): MediaFailure {
  return status === 404 || status === 410
    ? { kind: 'gone' }
    : { kind: 'later', cause: `HTTP ${status}` };
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

/**
 * @param rest the provider's own package
 * @param patienceMs how long it may take to answer, in milliseconds
 */
export function twilioMedia(
  { accountSid, authToken, apiBaseUrl }: TwilioSettings,
  rest: TwilioClient['rest'],
  patienceMs = usualPatienceMs,
) {
  const standIn = standInHost(apiBaseUrl);
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

  async function fetchFrom(address: URL, signal: AbortSignal): Promise<FetchedMedia> {
    let url = address;
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      // The account's credentials are for the provider alone.
      const isFirst = redirects === 0;
      const isGuarded = !isFirst && url.hostname !== standIn;
      const headers = isFirst ? { authorization } : {};
      const response = await get(url, {
        headers,
        signal,
        ...(isGuarded && { lookup: publicLookup }),
      });
      try {
        const status = response.statusCode ?? 0;
        if (status === 200) return await bodyOf(response);
        if (!isRedirect(status)) return failureOfStatus(status);
        const next = redirectTarget(response.headers.location ?? '', url, standIn);
        if (next === null) return { kind: 'later', cause: 'a redirect that is not followed' };
        url = next;
      } finally {
        response.destroy();
      }
    }
    return { kind: 'later', cause: 'too many redirects' };
  }

  return {
    async mediaOf(sid: string): Promise<MediaList> {
      if (!messageId.test(sid)) return { kind: 'gone' };
      try {
        const listed = await rest.messages(sid).media.list({ limit: 50 });
        return { kind: 'listed', ids: listed.map((media) => media.sid).filter(isMediaId) };
      } catch (error) {
        const failure = failureOf(error);
        if (failure.kind === 'refused') return failureOfStatus(failure.status);
        return { kind: 'later', cause: failure.cause };
      }
    },

    /** The address is made of the shop's own account and checked ids, never of one that was sent. */
    async fetchMedia(sid: string, media: string): Promise<FetchedMedia> {
      if (!messageId.test(sid) || !mediaId.test(media)) return { kind: 'gone' };
      const path = `/2010-04-01/Accounts/${accountSid}/Messages/${sid}/Media/${media}`;
      try {
        const signal = AbortSignal.timeout(patienceFactor * patienceMs);
        return await fetchFrom(new URL(path, apiBaseUrl ?? usualBase), signal);
      } catch (error) {
        // An address would be of no use in the log, and is as good as the picture.
        return { kind: 'later', cause: String(property(error, 'code') ?? property(error, 'name')) };
      }
    },
  };
}

const isMediaId = (id: string) => mediaId.test(id);
