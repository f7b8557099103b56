import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isPhotoName } from '../../domain/photo-name.ts';
import { createDiskPhotoStore } from '../photos/disk.ts';
import { memberKind } from './manifest.ts';
import type { OnProgress } from './progress.ts';
import { keepAside } from './sqlite-target.ts';
import { type Member, memberContent } from './tar.ts';

/** No photo comes near it: the product takes at most 15 MB and stores less. */
export const mostPhotoBytes = 64 * 1024 * 1024;

const folderOf = (name: string) => name.slice(0, 2);

async function photosIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const names: string[] = [];
  for (const entry of entries) {
    if (!entry.isDirectory() || !/^[0-9a-f]{2}$/.test(entry.name)) continue;
    names.push(...(await readdir(join(folder, entry.name))).filter(isPhotoName));
  }
  return names;
}

/** A photo as it lies in a backup. */
export interface PackedPhoto {
  name: string;
  member: Member;
}

export const packedPhotos = (members: readonly Member[]): PackedPhoto[] =>
  members.flatMap((member) => {
    const what = memberKind(member.name);
    return what?.kind === 'photo' ? [{ member, name: what.photo }] : [];
  });

export const hasPhotos = async (folder: string) => (await photosIn(folder)).length > 0;

/** Unpacks a backup's photos into a folder of their own. */
export async function stagePhotos(
  file: FileHandle,
  photos: readonly PackedPhoto[],
  folder: string,
  onProgress: OnProgress,
): Promise<void> {
  const store = await createDiskPhotoStore(folder);
  onProgress({ phase: 'photos', done: 0, total: photos.length });
  for (const [index, { member, name }] of photos.entries()) {
    await store.put(name, await memberContent(file, member, mostPhotoBytes));
    onProgress({ phase: 'photos', done: index + 1, total: photos.length });
  }
}

/** Gives every photo of a folder a second name in another, so that none is lost with the first. */
export async function keepPhotosAside(folder: string, asideFolder: string): Promise<void> {
  for (const name of await photosIn(folder)) {
    const place = join(asideFolder, folderOf(name));
    await mkdir(place, { recursive: true, mode: 0o700 });
    keepAside(join(folder, folderOf(name), name), place);
  }
}

/** Moves unpacked photos among the others; each comes whole or not at all. */
export async function bringPhotosIn(from: string, to: string): Promise<void> {
  await createDiskPhotoStore(to);
  const folders = new Set<string>();
  for (const name of await photosIn(from)) {
    const folder = join(to, folderOf(name));
    if (!folders.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 });
    folders.add(folder);
    await rename(join(from, folderOf(name), name), join(folder, name));
  }
  if (process.platform === 'win32') return;
  for (const folder of [...folders, to]) {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  }
}

/** Takes out the photos of the former store that the new one does not know; they are kept aside. */
export async function removeOtherPhotos(folder: string, wanted: readonly string[]): Promise<void> {
  const stays = new Set(wanted);
  for (const name of await photosIn(folder)) {
    if (!stays.has(name)) await rm(join(folder, folderOf(name), name), { force: true });
  }
}
