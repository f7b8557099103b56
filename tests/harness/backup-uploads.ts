import { uploadPartBytes } from '../../domain/api-backups.ts';
import { type HttpClient, type Reply, urlOf } from './http-client.ts';

const headers = { 'content-type': 'application/octet-stream' };

export const sendPart = (
  client: HttpClient,
  name: string,
  at: number,
  part: Uint8Array,
): Promise<Reply> =>
  client.send('PUT', urlOf('uploadPart', { params: { name }, query: { at } }), {
    headers,
    body: Buffer.from(part),
  });

/** Uploads a file as a browser does. @returns its name on the server */
export async function uploadBackup(client: HttpClient, file: Uint8Array): Promise<string> {
  const { name } = await client.call('beginUpload', { body: { bytes: file.length } });
  for (let at = 0; at < file.length; at += uploadPartBytes) {
    const reply = await sendPart(client, name, at, file.subarray(at, at + uploadPartBytes));
    if (reply.status !== 200) throw new Error(`uploadPart answered ${reply.status}: ${reply.text}`);
  }
  return name;
}
