import { maxPhotoBytes, photoJpegQuality } from '../../../domain/photos.ts';
import { problemTexts } from '../../../domain/problems.ts';

/** A file that the user picked, dropped or pasted → a photo that can be sent. */

/** What the file picker offers; by extension, too, because some systems do not know HEIC by type. */
export const photoFileTypes = 'image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif';

const readableTypes = ['image/jpeg', 'image/png', 'image/webp'];

export interface PickedFile {
  name: string;
  type: string;
  size: number;
}

export type FileVerdict = 'ready' | 'convert' | { message: string };

const unreadable = { message: problemTexts['photo-unreadable'].detail };

/** @returns `convert` for HEIC, which only the phone that made it can read; or why it is refused */
export function judgeFile({ name, type, size }: PickedFile): FileVerdict {
  if (size > maxPhotoBytes) return { message: problemTexts['photo-too-large'].detail };
  if (size === 0) return unreadable;
  if (readableTypes.includes(type)) return 'ready';
  if (/^image\/hei[cf]$/.test(type) || /\.hei[cf]$/i.test(name)) return 'convert';
  return unreadable;
}

/** As photos are kept (specification, section 9). @returns null when it could not be encoded */
export function jpegOf(
  source: CanvasImageSource,
  width: number,
  height: number,
): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(source, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', photoJpegQuality));
}

/** As large as photos are kept. Phones draw nothing at all on a canvas that is much larger. In pixels. */
const longestEdge = 4096;

async function converted(file: File): Promise<File> {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, longestEdge / Math.max(bitmap.width, bitmap.height));
    const width = Math.round(bitmap.width * scale);
    const height = Math.round(bitmap.height * scale);
    const jpeg = await jpegOf(bitmap, width, height);
    bitmap.close();
    if (jpeg === null) return file;
    return new File([jpeg], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: jpeg.type });
  } catch {
    // This browser cannot read it either: the server has the last word on the original.
    return file;
  }
}

/** @returns whether the browser can show it: without drawing it, which takes a phone's memory */
async function isPicture(file: Blob): Promise<boolean> {
  const image = new Image();
  const isLoaded = new Promise<boolean>((resolve) => {
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
  });
  image.src = URL.createObjectURL(file);
  try {
    return await isLoaded;
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

/** HEIC and its relatives say so in their first bytes. */
export async function isHeic(file: Blob): Promise<boolean> {
  return (await file.slice(4, 8).text()) === 'ftyp';
}

/** What no one can read is refused here: after the repair is done, the watch may be gone. */
export async function photoFrom(file: File): Promise<{ photo: Blob } | { message: string }> {
  const verdict = judgeFile(file);
  if (verdict === 'ready') return (await isPicture(file)) ? { photo: file } : unreadable;
  if (verdict === 'convert')
    return (await isHeic(file)) ? { photo: await converted(file) } : unreadable;
  return verdict;
}
