import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { maxPhotoBytes } from '../../domain/photos.ts';
import { Problem } from '../../domain/problems.ts';
import {
  type Corner,
  cameraLocation,
  cameraPhoto,
  cornerColors,
  orientations,
  tracesOfThePhoto,
} from '../../tests/fixtures/camera-photos.ts';
import {
  colorAt,
  cornerColor,
  exifLocation,
  jpegSegments,
  segmentsBesideThePicture,
} from '../../tests/fixtures/jpeg-inspection.ts';
import { prepareJpeg, rendition } from './image.ts';

const corners = Object.keys(cornerColors) as Corner[];

function plain(width: number, height: number, background = '#c86432') {
  return sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false });
}

/** By default within what one or two rounds of JPEG may change. */
function expectColor(found: readonly number[], wanted: readonly number[], tolerance = 12): void {
  const furthest = Math.max(...found.map((value, index) => Math.abs(value - (wanted[index] ?? 0))));
  expect(furthest, `${found} instead of ${wanted}`).toBeLessThanOrEqual(tolerance);
}

async function expectUprightAndBare(jpeg: Buffer): Promise<void> {
  for (const corner of corners) {
    expectColor(await cornerColor(jpeg, corner), cornerColors[corner]);
  }
  expect(segmentsBesideThePicture(jpeg)).toEqual([]);
  const { exif, xmp, iptc, icc, orientation } = await sharp(jpeg).metadata();
  expect({ exif, xmp, iptc, icc, orientation }).toEqual({});
  const text = jpeg.toString('latin1');
  expect(tracesOfThePhoto.filter((trace) => text.includes(trace))).toEqual([]);
}

describe('a photo from a camera', () => {
  it('of 12 megapixels, held upright, keeps every pixel and loses everything else', async () => {
    const photo = await cameraPhoto({ orientation: 6 });
    expect(photo.byteLength).toBeGreaterThan(2_000_000);
    expect(await sharp(photo).metadata()).toMatchObject({ width: 4032, height: 3024 });
    expect(exifLocation(photo)).not.toBeNull();

    const { jpeg, width, height } = await prepareJpeg(photo);
    expect({ width, height }).toEqual({ width: 3024, height: 4032 });
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width, height });
    await expectUprightAndBare(jpeg);
  });

  it.each(orientations)('is turned upright from orientation %i', async (orientation) => {
    const photo = await cameraPhoto({ orientation, megapixels: 0.05 });
    expect((await sharp(photo).metadata()).orientation).toBe(orientation);
    const { jpeg, width, height } = await prepareJpeg(photo);
    expect(width > height).toBe(orientation <= 4);
    await expectUprightAndBare(jpeg);
  });

  it('no longer tells where, when, by whom and with what it was taken', async () => {
    const photo = await cameraPhoto({ orientation: 3, megapixels: 0.05 });
    const found = exifLocation(photo);
    expect(found?.latitude).toBeCloseTo(cameraLocation.latitude, 5);
    expect(found?.longitude).toBeCloseTo(cameraLocation.longitude, 5);
    const text = photo.toString('latin1');
    expect(tracesOfThePhoto.filter((trace) => !text.includes(trace))).toEqual([]);
    const kinds = segmentsBesideThePicture(photo).map(({ marker }) => marker);
    expect(kinds.sort()).toEqual([0xe1, 0xe1, 0xe2, 0xed]);
    expect(exifLocation(await cameraPhoto({ megapixels: 0.05, gps: false }))).toBeNull();

    const { jpeg } = await prepareJpeg(photo);
    expect(exifLocation(jpeg)).toBeNull();
    await expectUprightAndBare(jpeg);
  });

  it('loses the second picture that phones hide behind the first', async () => {
    const photo = await cameraPhoto({ megapixels: 0.05, gps: false });
    const hidden = await cameraPhoto({ megapixels: 0.02 });
    const { jpeg } = await prepareJpeg(Buffer.concat([photo, hidden]));
    await expectUprightAndBare(jpeg);
    expect(jpeg.subarray(-2).toString('hex')).toBe('ffd9');
    expect(jpeg.indexOf(Buffer.from([0xff, 0xd9]))).toBe(jpeg.byteLength - 2);
  });
});

describe('a prepared photo', () => {
  it('is a JPEG of quality 0.8 in sRGB', async () => {
    const source = await cameraPhoto({ megapixels: 0.05 });
    const { jpeg } = await prepareJpeg(await sharp(source).png().toBuffer());
    const { format, space, depth } = await sharp(jpeg).metadata();
    expect({ format, space, depth }).toEqual({ format: 'jpeg', space: 'srgb', depth: 'uchar' });
    const reference = await sharp(source).jpeg({ quality: 80 }).toBuffer();
    const tables = (bytes: Buffer) => jpegSegments(bytes).filter(({ marker }) => marker === 0xdb);
    expect(tables(jpeg)).toEqual(tables(reference));
  });

  it('is scaled to 4096 pixels on the longer edge when it has more', async () => {
    const wide = await prepareJpeg(await plain(5000, 1000).jpeg().toBuffer());
    expect([wide.width, wide.height]).toEqual([4096, 819]);
    const tall = await prepareJpeg(
      await plain(4400, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    );
    expect([tall.width, tall.height]).toEqual([37, 4096]);
  });

  it('is never enlarged', async () => {
    const { width, height } = await prepareJpeg(await plain(31, 17).png().toBuffer());
    expect([width, height]).toEqual([31, 17]);
  });

  it('keeps the colors that were seen, in any color space', async () => {
    const wideGamut = await plain(60, 60, '#00c800').withIccProfile('p3').png().toBuffer();
    const { jpeg } = await prepareJpeg(wideGamut);
    expectColor(await colorAt(jpeg, 0.5, 0.5), [0, 200, 0]);
    expect(segmentsBesideThePicture(jpeg)).toEqual([]);
    const [red] = await colorAt(withoutProfile(wideGamut), 0.5, 0.5);
    expect(red, 'the number in the file').toBeGreaterThan(60);
  });

  it('is white where it was transparent', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const opaque = await plain(40, 40).png().toBuffer();
    const png = await sharp({ create: { width: 80, height: 40, channels: 4, background: clear } })
      .composite([{ input: opaque, left: 0, top: 0 }])
      .png()
      .toBuffer();
    const { jpeg } = await prepareJpeg(png);
    expectColor(await colorAt(jpeg, 0.25, 0.5), [200, 100, 50]);
    expectColor(await colorAt(jpeg, 0.75, 0.5), [255, 255, 255]);
  });

  it('is the first picture of an animation', async () => {
    const frames = Buffer.alloc(40 * 80 * 3, 20);
    frames.fill(220, 0, 40 * 40 * 3);
    const raw = { width: 40, height: 80, channels: 3, pageHeight: 40 } as const;
    const webp = await sharp(frames, { raw })
      .webp({ delay: [100, 100] })
      .toBuffer();
    expect((await sharp(webp).metadata()).pages).toBe(2);
    const { jpeg, width, height } = await prepareJpeg(webp);
    expect([width, height]).toEqual([40, 40]);
    expectColor(await colorAt(jpeg, 0.5, 0.5), [220, 220, 220]);
  });

  function withoutProfile(png: Buffer): Buffer {
    const at = png.indexOf('iCCP') - 4;
    return Buffer.concat([png.subarray(0, at), png.subarray(at + 12 + png.readUInt32BE(at))]);
  }

  const readable: [string, () => Promise<Buffer>][] = [
    ['JPEG', () => plain(50, 40).jpeg().toBuffer()],
    ['progressive JPEG', () => plain(50, 40).jpeg({ progressive: true }).toBuffer()],
    ['PNG', () => plain(50, 40).png().toBuffer()],
    ['PNG of 16 bits', () => plain(50, 40).toColourspace('rgb16').png().toBuffer()],
    ['PNG with a palette', () => plain(50, 40).png({ palette: true }).toBuffer()],
    ['WebP', () => plain(50, 40).webp().toBuffer()],
    ['lossless WebP', () => plain(50, 40).webp({ lossless: true }).toBuffer()],
    ['AVIF', () => plain(50, 40).avif({ effort: 0 }).toBuffer()],
  ];
  it.each(readable)('can come from %s', async (_format, make) => {
    const { jpeg, width, height } = await prepareJpeg(await make());
    expect([width, height]).toEqual([50, 40]);
    const { format, space, channels } = await sharp(jpeg).metadata();
    expect({ format, space, channels }).toEqual({ format: 'jpeg', space: 'srgb', channels: 3 });
    expectColor(await colorAt(jpeg, 0.5, 0.5), [200, 100, 50]);
  });

  it('can come from a gray JPEG', async () => {
    const gray = await plain(50, 40, '#787878').toColourspace('b-w').jpeg().toBuffer();
    expect((await sharp(gray).metadata()).channels).toBe(1);
    const { jpeg } = await prepareJpeg(gray);
    expectColor(await colorAt(jpeg, 0.5, 0.5), [120, 120, 120]);
  });

  it('can come from a JPEG for printers', async () => {
    const cmyk = await plain(50, 40).toColourspace('cmyk').jpeg().toBuffer();
    expect((await sharp(cmyk).metadata()).channels).toBe(4);
    const { jpeg } = await prepareJpeg(cmyk);
    expect((await sharp(jpeg).metadata()).channels).toBe(3);
    expectColor(await colorAt(jpeg, 0.5, 0.5), [200, 100, 50], 30);
  });
});

describe('a smaller copy', () => {
  it('has the width that was asked for, the same shape and nothing besides the picture', async () => {
    const { jpeg } = await prepareJpeg(await cameraPhoto({ orientation: 8, megapixels: 1 }));
    const small = await rendition(jpeg, 320);
    expect(await sharp(small).metadata()).toMatchObject({ width: 320, height: 427 });
    expect(small.byteLength).toBeLessThan(jpeg.byteLength / 4);
    await expectUprightAndBare(small);
  });

  it('is never an enlargement', async () => {
    const small = await rendition(await plain(200, 100).jpeg().toBuffer(), 640);
    expect(await sharp(small).metadata()).toMatchObject({ width: 200, height: 100 });
  });

  it('is refused as damaged when the stored bytes are cut off or not a photo', async () => {
    const photo = await plain(200, 100).jpeg().toBuffer();
    for (const bytes of [Buffer.from('not a photo'), photo.subarray(0, photo.length / 2)]) {
      await expect(rendition(bytes, 320)).rejects.toMatchObject({ code: 'photo-damaged' });
    }
  });
});

describe('many photos at once', () => {
  it('are processed two at a time, and all get their turn', async () => {
    const photo = await cameraPhoto({ megapixels: 1 });
    let isBusy = true;
    const work = Promise.all([
      ...Array.from({ length: 8 }, () => prepareJpeg(photo)),
      ...Array.from({ length: 4 }, () => rendition(photo, 320)),
    ]).finally(() => {
      isBusy = false;
    });
    let most = 0;
    while (isBusy) {
      most = Math.max(most, sharp.counters().process);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await work).toHaveLength(12);
    expect(most).toBe(2);
  });

  it('are refused only when those that wait would fill the memory', async () => {
    const photo = Buffer.concat([
      await cameraPhoto({ megapixels: 0.01 }),
      Buffer.alloc(maxPhotoBytes),
    ]);
    const upload = photo.subarray(0, maxPhotoBytes);
    // Two are worked on and twenty wait: the next one is one too many.
    const outcomes = await Promise.allSettled(
      Array.from({ length: 23 }, () => prepareJpeg(upload)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(22);
    const last = outcomes.at(-1);
    const problem = last?.status === 'rejected' ? last.reason : null;
    expect(problem).toBeInstanceOf(Problem);
    expect(problem).toMatchObject({ code: 'unavailable', facts: { retryAfterSeconds: 5 } });
    await expect(prepareJpeg(upload)).resolves.toMatchObject({ width: 116 });
  });

  it('do not wait forever behind broken ones', async () => {
    const photo = await cameraPhoto({ megapixels: 0.01 });
    const broken = photo.subarray(0, -300);
    const outcomes = await Promise.allSettled(
      [broken, broken, broken, broken, photo].map((upload) => prepareJpeg(upload)),
    );
    const statuses = outcomes.map(({ status }) => status);
    expect(statuses).toEqual(['rejected', 'rejected', 'rejected', 'rejected', 'fulfilled']);
  });
});

describe('the start of the server', () => {
  it('does not load the decoder; the first photo does', async () => {
    const script = `
      const { prepareJpeg } = await import(${JSON.stringify(new URL('./image.ts', import.meta.url))});
      process.report.excludeNetwork = true;
      const isLoaded = () => process.report.getReport().sharedObjects.some((name) => name.includes('vips'));
      const before = isLoaded();
      await prepareJpeg(Buffer.from([0xff, 0xd8, 0xff])).catch(() => {});
      console.log(JSON.stringify({ before, after: isLoaded() }));
    `;
    const args = ['--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(JSON.parse(stdout)).toEqual({ before: false, after: true });
  });
});
