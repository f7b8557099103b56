import { maxPhotoBytes, photoJpegQuality } from '../../domain/photos.ts';
import { problemTexts } from '../../domain/problems.ts';

/** A file that the user picked, dropped or pasted → a photo that can be sent. */

/** What the file picker offers; by ending too, because some systems do not know HEIC by type. */
export const photoFileTypes = 'image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif';

const readableTypes = ['image/jpeg', 'image/png', 'image/webp'];

export interface PickedFile {
  name: string;
  type: string;
  size: number;
}

export type FileVerdict = 'ready' | 'convert' | { message: string };

/** @returns `convert` for HEIC, which only the phone that made it can read; or why it is refused */
export function judgeFile({ name, type, size }: PickedFile): FileVerdict {
  if (size > maxPhotoBytes) return { message: problemTexts['photo-too-large'].detail };
  if (size === 0) return { message: problemTexts['photo-unreadable'].detail };
  if (readableTypes.includes(type)) return 'ready';
  if (/^image\/hei[cf]$/.test(type) || /\.hei[cf]$/i.test(name)) return 'convert';
  return { message: problemTexts['photo-unreadable'].detail };
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

export async function photoFrom(file: File): Promise<{ photo: Blob } | { message: string }> {
  const verdict = judgeFile(file);
  if (verdict === 'ready') return { photo: file };
  if (verdict === 'convert') return { photo: await converted(file) };
  return verdict;
}
