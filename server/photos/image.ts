import type { Sharp, SharpOptions } from 'sharp';
import { isPngName, maxPhotoBytes, maxPhotoPixels, photoJpegQuality } from '../../domain/photos.ts';
import { Problem } from '../../domain/problems.ts';
import { maxSignatureBytes, maxSignaturePixels } from '../../domain/signatures.ts';

interface PreparedPhoto {
  jpeg: Buffer;
  /** Pixels, as seen upright. */
  width: number;
  height: number;
}

/** Sharper than any screen of the shop shows, and enough to read an engraving. Shop decision. */
const longestEdgePixels = 4096;

/** Each may take a few hundred megabytes, and two take half of Node's four worker threads. */
const atOnce = 2;

/** Uploads that wait for their turn stay in memory: at most as much as twenty of the largest. */
const maxWaitingBytes = 20 * maxPhotoBytes;

/** Far more than the largest photo takes; stops what was designed to take forever. */
const timeoutSeconds = 30;

const heicDetail =
  'HEIC photos from iPhones cannot be read here. Please choose JPEG: on the iPhone, ' +
  'open Settings, Camera, Formats and choose "Most Compatible", then take the photo again.';

/**
 * Makes an upload fit to be kept and shown: upright, without anything but the picture itself (no
 * place, no camera, no time, no hidden second picture), in sRGB, on white where it was transparent,
 * as a JPEG of quality 0.8 (specification, section 9) and at most 4096 pixels on its longer edge.
 *
 * What a file is follows from its first bytes, never from what the sender says it is: JPEG, PNG, WebP and
 * AVIF are read (of an animation, the first picture), HEIC only if the decoder can.
 *
 * @param upload the bytes as they came; must not change until this resolves
 * @throws Problem photo-too-large, photo-too-many-pixels (seen in the header, before anything is
 *   decoded), photo-unreadable (including for an empty, cut-off or damaged file), unavailable when too
 *   many uploads wait already
 */
export async function prepareJpeg(upload: Uint8Array): Promise<PreparedPhoto> {
  if (upload.byteLength > maxPhotoBytes) throw new Problem('photo-too-large');
  const format = formatOf(upload);
  if (format === null) throw new Problem('photo-unreadable');
  return await inTurn(upload.byteLength, async () => {
    const sharp = await loadSharp();
    const { width, height } = await orUnreadable(format, () =>
      sharp(upload, { limitInputPixels: false }).metadata(),
    );
    if (width * height > maxPhotoPixels) throw new Problem('photo-too-many-pixels');
    const { data, info } = await orUnreadable(format, () =>
      decodeForgivingly((options) =>
        asJpeg(
          sharp(upload, { ...options, autoOrient: true })
            .flatten({ background: 'white' })
            .resize(longestEdgePixels, longestEdgePixels, {
              fit: 'inside',
              withoutEnlargement: true,
            }),
        ).toBuffer({ resolveWithObject: true }),
      ),
    );
    return { jpeg: data, width: info.width, height: info.height };
  });
}

/**
 * Prepares a drawn signature for storage: decoded and encoded again, gray on white, with nothing but the
 * picture itself.
 *
 * @param upload a PNG of at most 200 kB; must not change until this resolves
 * @throws Problem signature-unreadable (not a PNG, too large, damaged or blank), unavailable
 */
export async function prepareSignature(upload: Uint8Array): Promise<Buffer> {
  const refusal = () => new Problem('signature-unreadable');
  if (upload.byteLength > maxSignatureBytes || formatOf(upload) !== 'png') throw refusal();
  return await inTurn(upload.byteLength, async () => {
    const sharp = await loadSharp();
    const options = { limitInputPixels: maxSignaturePixels, failOn: 'warning' } as const;
    const png = await sharp(upload, options)
      .flatten({ background: 'white' })
      .toColourspace('b-w')
      .png({ compressionLevel: 9 })
      .timeout({ seconds: timeoutSeconds })
      .toBuffer()
      .catch((error: unknown) => {
        const problem = refusal();
        problem.cause = error;
        throw problem;
      });
    const { channels } = await sharp(png).stats();
    const isBlank = channels.every(({ min, max }) => min === max);
    if (isBlank || png.byteLength > maxSignatureBytes) throw refusal();
    return png;
  });
}

/**
 * A smaller copy for a screen. Never an enlarged one: the copy of a narrower photo has the same size.
 *
 * @param jpeg as {@link prepareJpeg} made it
 * @param width of the copy, in pixels
 * @throws Problem unavailable when too many photos wait already, photo-damaged
 */
export async function rendition(jpeg: Uint8Array, width: number): Promise<Buffer> {
  return await inTurn(jpeg.byteLength, async () => {
    const sharp = await loadSharp();
    const options = { limitInputPixels: maxPhotoPixels };
    try {
      return await asJpeg(
        sharp(jpeg, options).resize({ width, withoutEnlargement: true }),
      ).toBuffer();
    } catch (error) {
      const problem = new Problem('photo-damaged');
      problem.cause = error;
      throw problem;
    }
  });
}

function asJpeg(image: Sharp): Sharp {
  return image
    .jpeg({ quality: Math.round(photoJpegQuality * 100), mozjpeg: false })
    .timeout({ seconds: timeoutSeconds });
}

/**
 * Some phones (Samsung's, for years) write one harmless number wrong: every viewer shows their photos.
 * Only these are read again, less strictly; cut-off files are still refused.
 */
async function decodeForgivingly<Result>(
  decode: (options: SharpOptions) => Promise<Result>,
): Promise<Result> {
  const limitInputPixels = maxPhotoPixels;
  try {
    return await decode({ limitInputPixels, failOn: 'warning' });
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('Invalid SOS parameters'))) throw error;
    return await decode({ limitInputPixels, failOn: 'error' });
  }
}

async function orUnreadable<Result>(format: Format, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    const facts = format === 'heic' ? { detail: heicDetail } : {};
    const problem = new Problem('photo-unreadable', facts);
    problem.cause = error;
    throw problem;
  }
}

type Format = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic';

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** @returns the format by the first bytes, or null for any that is not on this list */
function formatOf(upload: Uint8Array): Format | null {
  const start = Buffer.from(upload.subarray(0, 256)).toString('latin1');
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'webp';
  if (!start.startsWith('ftyp', 4)) return null;
  const brands = brandsIn(start);
  if (brands.includes('avif') || brands.includes('avis')) return 'avif';
  return brands.some((brand) => heicBrands.has(brand)) ? 'heic' : null;
}

/** The brands in the first box of an ISO base media file: the major one, then the compatible ones. */
function brandsIn(start: string): string[] {
  const boxLength = Buffer.from(start.slice(0, 4), 'latin1').readUInt32BE();
  const names = start.slice(16, boxLength).match(/.{4}/gs) ?? [];
  return [start.slice(8, 12), ...names];
}

type SharpModule = typeof import('sharp').default;
let loading: Promise<SharpModule> | undefined;

/** At the first photo, not at the start of the server, which would be slower for it. */
function loadSharp(): Promise<SharpModule> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // Every photo is different: a cache would only take up memory.
    sharp.cache(false);
    // No other decoder ever runs, no matter what the bytes pretend to be. Without its own decoder,
    // the "Ultra HDR" JPEG of newer phones is read as the plain JPEG that it also is.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: [
        'VipsForeignLoadJpegBuffer',
        'VipsForeignLoadPngBuffer',
        'VipsForeignLoadWebpBuffer',
        'VipsForeignLoadHeifBuffer',
      ],
    });
    return sharp;
  });
  return loading;
}

let running = 0;
let waitingBytes = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(bytes: number, work: () => Promise<Result>): Promise<Result> {
  if (running < atOnce) running += 1;
  else await nextTurn(bytes);
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** Resolves when a finished one hands over its slot. */
async function nextTurn(bytes: number): Promise<void> {
  if (waitingBytes + bytes > maxWaitingBytes) {
    throw new Problem('unavailable', {
      detail: 'Too many photos are arriving at once. Please try again shortly.',
      retryAfterSeconds: 5,
    });
  }
  waitingBytes += bytes;
  await new Promise<void>((resolve) => waiting.push(resolve));
  waitingBytes -= bytes;
}

const endOfImage = 0xd9;
const startOfScan = 0xda;

/** Between coded values a zero follows, or a restart marker: neither ends the scan. */
const isWithinScan = (marker: number | undefined) =>
  marker === 0 || (marker !== undefined && marker >= 0xd0 && marker <= 0xd7);

/** @returns where the marker that ends the coded values is; the length if there is none */
function endOfScan(jpeg: Uint8Array, from: number): number {
  let at = jpeg.indexOf(0xff, from);
  while (at !== -1 && isWithinScan(jpeg[at + 1])) at = jpeg.indexOf(0xff, at + 2);
  return at === -1 ? jpeg.length : at;
}

const pngMark = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const pngEnd = Buffer.from('\0\0\0\0IEND\xaeB`\x82', 'latin1');

/** Whether a stored picture is complete, as far as can be told without decoding it. */
export function isWholePicture(name: string, bytes: Uint8Array): boolean {
  if (!isPngName(name)) return isWholeJpeg(bytes);
  const png = Buffer.from(bytes);
  const end = png.indexOf(pngEnd);
  return png.indexOf(pngMark) === 0 && end > 0 && end + pngEnd.length === png.length;
}

/**
 * Whether a stored photo is a JPEG from its first byte to its last. Not decoded, which would take a
 * backup hours: a cut is always found, noise nearly always, zeros in the middle of the picture never.
 */
export function isWholeJpeg(jpeg: Uint8Array): boolean {
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) return false;
  let hasPicture = false;
  let at = 2;
  while (at + 1 < jpeg.length) {
    const marker = jpeg[at + 1] ?? 0;
    if (jpeg[at] !== 0xff) return false;
    if (marker === endOfImage) return hasPicture && at + 2 === jpeg.length;
    // All others have a length: markers without one occur only within a scan.
    const length = (jpeg[at + 2] ?? 0) * 256 + (jpeg[at + 3] ?? 0);
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8) || marker === 0xff || length < 2)
      return false;
    at += 2 + length;
    if (marker === startOfScan) {
      hasPicture = true;
      at = endOfScan(jpeg, at);
    }
  }
  return false;
}
