import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Manifest } from './manifest.ts';
import { archiveEnd, blockBytes, memberHeader, paddingOf } from './tar.ts';

/** Where a backup is written to: a new file. */
export interface Sink {
  write(bytes: Uint8Array, position: number): Promise<void>;
  /** Resolves when everything is durable. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** @throws with code EEXIST when there is such a file */
export async function createFile(path: string): Promise<Sink> {
  const file = await open(path, 'wx', 0o600);
  return {
    async write(bytes, position) {
      let written = 0;
      while (written < bytes.length) {
        const rest = bytes.length - written;
        written += (await file.write(bytes, written, rest, position + written)).bytesWritten;
      }
    },
    sync: () => file.sync(),
    close: () => file.close(),
  };
}

const flushBytes = 256 * 1024;

/** Appends members to a backup and keeps account of them. */
export class BackupOutput {
  readonly members: Manifest['members'] = {};
  #position = 0;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  readonly #sink: Sink;
  readonly #seconds: number;

  /** @param seconds since 1970, as every member's time */
  constructor(sink: Sink, seconds: number) {
    this.#sink = sink;
    this.#seconds = seconds;
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    await this.#sink.write(bytes, this.#position);
    this.#position += bytes.length;
  }

  async #append(bytes: Uint8Array): Promise<void> {
    this.#waiting.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= flushBytes) await this.#flush();
  }

  /** @returns the content's SHA-256 in hexadecimal */
  async add(name: string, content: Uint8Array): Promise<string> {
    const sha256 = createHash('sha256').update(content).digest('hex');
    await this.#append(await memberHeader(name, content.length, this.#seconds));
    await this.#append(content);
    await this.#append(Buffer.alloc(paddingOf(content.length)));
    this.members[name] = { bytes: content.length, sha256 };
    return sha256;
  }

  /** For what is larger than memory: its size is filled in when it is known. */
  async addStream(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    await this.#flush();
    const headerAt = this.#position;
    await this.#append(Buffer.alloc(blockBytes));
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of content) {
      hash.update(chunk);
      bytes += chunk.length;
      await this.#append(chunk);
    }
    await this.#append(Buffer.alloc(paddingOf(bytes)));
    await this.#flush();
    await this.#sink.write(await memberHeader(name, bytes, this.#seconds), headerAt);
    this.members[name] = { bytes, sha256: hash.digest('hex') };
  }

  /** Ends the archive; it is durable when this resolves. */
  async end(): Promise<void> {
    await this.#append(archiveEnd);
    await this.#flush();
    await this.#sink.sync();
  }
}
