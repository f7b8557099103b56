import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { maxPhotoBytes, maxPhotoPixels } from '../../domain/photos.ts';
import { Problem } from '../../domain/problems.ts';
import { cameraPhoto } from '../../tests/fixtures/camera-photos.ts';
import { prepareJpeg } from './image.ts';

const small = { megapixels: 0.05 };
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>';

async function refusalOf(upload: Uint8Array): Promise<Problem> {
  const outcome = await prepareJpeg(upload).catch((error: unknown) => error);
  if (!(outcome instanceof Problem))
    throw new Error('Not refused as it should be', { cause: outcome });
  return outcome;
}

/** A copy, changed at the first occurrence of these bytes. */
function patched(bytes: Buffer, from: string | Buffer, change: (at: number, copy: Buffer) => void) {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf(from);
  if (at < 0) throw new Error('Nothing to patch');
  change(at, copy);
  return copy;
}

function renamed(bytes: Buffer, from: string, to: string): Buffer {
  let copy = Buffer.from(bytes);
  while (copy.includes(from))
    copy = patched(copy, from, (at, next) => next.write(to, at, 'latin1'));
  return copy;
}

async function cameraPhotoAs(format: 'png' | 'webp' | 'avif' | 'gif' | 'tiff'): Promise<Buffer> {
  return await sharp(await cameraPhoto(small))
    .toFormat(format)
    .toBuffer();
}

async function progressive(): Promise<Buffer> {
  return await sharp(await cameraPhoto(small))
    .jpeg({ progressive: true })
    .toBuffer();
}

function cut(bytes: Buffer, share: number): Buffer {
  return bytes.subarray(0, Math.floor(bytes.byteLength * share));
}

describe('a file that is not a photo is refused', () => {
  const foreign: [string, () => Promise<Buffer> | Buffer][] = [
    ['nothing at all', () => Buffer.alloc(0)],
    ['one byte', () => Buffer.from([0xff])],
    ['text', () => Buffer.from('Dear shop, my watch is late.')],
    ['a web page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['SVG', () => Buffer.from(svg)],
    ['SVG that begins like a JPEG', () => Buffer.from(`\xff\xd8\xff${svg}`, 'latin1')],
    ['GIF', () => cameraPhotoAs('gif')],
    ['TIFF', () => cameraPhotoAs('tiff')],
    ['PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF')],
    ['BMP', () => Buffer.from('BM\x46\0\0\0\0\0\0\0\x36\0\0\0', 'latin1')],
    ['a video', () => Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1')],
    ['a sound file', () => Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1')],
  ];
  it.each(foreign)('%s', async (_kind, make) => {
    const problem = await refusalOf(await make());
    expect(problem.code).toBe('photo-unreadable');
    expect(problem.message).toContain('Please use a JPEG, PNG or WebP image.');
  });
});

describe('once the first photo has been read', () => {
  it.each(['gif', 'tiff'] as const)(
    'no other decoder runs in the process, such as the one for %s',
    async (format) => {
      const image = await cameraPhotoAs(format);
      await prepareJpeg(await cameraPhoto(small));
      await expect(sharp(image).metadata()).rejects.toThrow('unsupported image format');
      await expect(sharp(Buffer.from(svg)).metadata()).rejects.toThrow('unsupported image format');
    },
  );
});

describe('a photo that did not arrive whole is refused', () => {
  const broken: [string, () => Promise<Buffer>][] = [
    ['JPEG, half', async () => cut(await cameraPhoto(small), 0.5)],
    ['JPEG, all but the end', async () => (await cameraPhoto(small)).subarray(0, -200)],
    ['JPEG, the first 400 bytes', async () => (await cameraPhoto(small)).subarray(0, 400)],
    ['progressive JPEG, half', async () => cut(await progressive(), 0.5)],
    ['PNG, half', async () => cut(await cameraPhotoAs('png'), 0.5)],
    ['WebP, half', async () => cut(await cameraPhotoAs('webp'), 0.5)],
    ['AVIF, half', async () => cut(await cameraPhotoAs('avif'), 0.5)],
    ['JPEG, damaged', async () => damaged(await progressive())],
    ['PNG, damaged', async () => damaged(await cameraPhotoAs('png'))],
    ['AVIF, damaged', async () => damaged(await cameraPhotoAs('avif'))],
  ];
  it.each(broken)('%s', async (_kind, make) => {
    const problem = await refusalOf(await make());
    expect(problem.code).toBe('photo-unreadable');
    expect(problem.cause).toBeInstanceOf(Error);
  });

  function damaged(bytes: Buffer): Buffer {
    const [half, length] = [bytes.byteLength / 2, bytes.byteLength / 5].map(Math.floor);
    return Buffer.from(bytes).fill(0, half, (half ?? 0) + (length ?? 0));
  }
});

describe('the wrong number that some phones write at the start of the picture data', () => {
  async function phonePhoto(): Promise<Buffer> {
    const startOfScan = Buffer.from([0xff, 0xda]);
    return patched(await cameraPhoto(small), startOfScan, (at, copy) =>
      copy.writeUInt8(0, at + 12),
    );
  }

  it('is forgiven', async () => {
    const photo = await phonePhoto();
    await expect(sharp(photo, { failOn: 'warning' }).toBuffer()).rejects.toThrow('Invalid SOS');
    const { width, height } = await prepareJpeg(photo);
    expect([width, height]).toEqual([260, 195]);
  });

  it('does not let half a photo through', async () => {
    expect((await refusalOf(cut(await phonePhoto(), 0.5))).code).toBe('photo-unreadable');
  });
});

describe('HEIC', () => {
  async function iphonePhoto(): Promise<Buffer> {
    const avif = await cameraPhotoAs('avif');
    return [
      ['avif', 'heic'],
      ['av01', 'hvc1'],
      ['av1C', 'hvcC'],
    ].reduce((bytes, [from = '', to = '']) => renamed(bytes, from, to), avif);
  }

  it('is refused with advice, because this decoder cannot read it', async () => {
    const photo = await iphonePhoto();
    expect(photo.toString('latin1', 4, 12)).toBe('ftypheic');
    const problem = await refusalOf(photo);
    expect(problem.code).toBe('photo-unreadable');
    expect(problem.message).toContain('HEIC');
    expect(problem.message).toContain('iPhone');
    expect(problem.message).toContain('JPEG');
    expect(problem.message).toContain('"Most Compatible"');
  });

  it('is recognized by any of its names, even after a general one', async () => {
    const general = patched(await iphonePhoto(), 'ftypheic', (at, copy) =>
      copy.write('mif1', at + 4),
    );
    expect((await refusalOf(general)).message).toContain('"Most Compatible"');
  });

  it('is taken if the decoder can read what is in it', async () => {
    const general = renamed(await cameraPhotoAs('avif'), 'avif', 'mif1');
    expect(await prepareJpeg(general)).toMatchObject({ width: 260, height: 195 });
  });
});

describe('a photo of too many pixels', () => {
  /** Only the header is true: a decoder would find the file cut off. */
  async function pngClaiming(width: number, height: number): Promise<Buffer> {
    return patched(await cameraPhotoAs('png'), 'IHDR', (at, copy) => {
      copy.writeUInt32BE(width, at + 4);
      copy.writeUInt32BE(height, at + 8);
      copy.writeUInt32BE(crc32(copy.subarray(at, at + 17)), at + 17);
    });
  }

  async function jpegClaiming(width: number, height: number): Promise<Buffer> {
    const startOfFrame = Buffer.from([0xff, 0xc0, 0x00, 0x11]);
    return patched(await cameraPhoto(small), startOfFrame, (at, copy) => {
      copy.writeUInt16BE(height, at + 5);
      copy.writeUInt16BE(width, at + 7);
    });
  }

  async function avifClaiming(width: number, height: number): Promise<Buffer> {
    return patched(await cameraPhotoAs('avif'), 'ispe', (at, copy) => {
      copy.writeUInt32BE(width, at + 8);
      copy.writeUInt32BE(height, at + 12);
    });
  }

  const bombs: [string, () => Promise<Buffer>][] = [
    ['PNG', () => pngClaiming(30_000, 30_000)],
    ['PNG, one row over', () => pngClaiming(10_000, 5001)],
    ['JPEG', () => jpegClaiming(60_000, 60_000)],
    ['AVIF', () => avifClaiming(20_000, 20_000)],
  ];
  it.each(bombs)('is refused by its header alone: %s', async (_kind, make) => {
    expect((await refusalOf(await make())).code).toBe('photo-too-many-pixels');
  });

  it('is refused as well when it hides them from the header', async () => {
    const large = {
      create: { width: 3000, height: 2000, channels: 3, background: 'grey' },
    } as const;
    const avif = await sharp(large).avif({ effort: 0 }).toBuffer();
    const lying = patched(avif, 'ispe', (at, copy) => {
      copy.writeUInt32BE(10, at + 8);
      copy.writeUInt32BE(10, at + 12);
    });
    expect((await refusalOf(lying)).code).toBe('photo-unreadable');
  });

  it('is accepted when it has exactly as many as allowed', async () => {
    const create = { width: 10_000, height: 5000, channels: 3, background: 'grey' } as const;
    expect(create.width * create.height).toBe(maxPhotoPixels);
    const photo = await sharp({ create }).jpeg().toBuffer();
    expect(await prepareJpeg(photo)).toMatchObject({ width: 4096, height: 2048 });
  });
});

describe('a photo of too many bytes', () => {
  it('is refused, and one of exactly as many as allowed is taken', async () => {
    const photo = Buffer.concat([await cameraPhoto(small), Buffer.alloc(maxPhotoBytes)]);
    expect((await refusalOf(photo.subarray(0, maxPhotoBytes + 1))).code).toBe('photo-too-large');
    expect(await prepareJpeg(photo.subarray(0, maxPhotoBytes))).toMatchObject({ width: 260 });
  });
});
