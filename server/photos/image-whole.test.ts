import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { photoName } from '../../domain/photos.ts';
import { seededChance } from '../../tests/harness/seeded-chance.ts';
import { drawnSignature } from '../../tests/harness/signing.ts';
import { isWholeJpeg, isWholePicture, prepareJpeg, prepareSignature } from './image.ts';

async function storedPhoto(): Promise<Buffer> {
  const size = { width: 400, height: 300 };
  const chance = seededChance(1);
  const pixels = Buffer.from(
    Array.from({ length: size.width * size.height * 3 }, () => chance.next() * 256),
  );
  const upload = await sharp(pixels, { raw: { ...size, channels: 3 } })
    .png()
    .toBuffer();
  return (await prepareJpeg(upload)).jpeg;
}

describe('a stored photo', () => {
  it('is whole as the product stores it, even in several scans', async () => {
    const photo = await storedPhoto();
    expect(isWholeJpeg(photo)).toBe(true);
    const progressive = await sharp(photo).jpeg({ progressive: true }).toBuffer();
    expect(isWholeJpeg(progressive)).toBe(true);
  });

  it('is not whole when it is cut off anywhere', async () => {
    const photo = await storedPhoto();
    for (let length = 0; length < photo.length; length += 97) {
      expect(isWholeJpeg(photo.subarray(0, length)), `${length} bytes`).toBe(false);
    }
    expect(isWholeJpeg(photo.subarray(0, photo.length - 1))).toBe(false);
  });

  it('is not whole when a block of the disk came back as noise, or all of it as zeros', async () => {
    const photo = await storedPhoto();
    const chance = seededChance(2);
    const block = 4096;
    for (let at = 0; at + block < photo.length; at += block) {
      const noisy = Buffer.from(photo);
      for (let byte = 0; byte < block; byte += 1) noisy[at + byte] = chance.next() * 256;
      expect(isWholeJpeg(noisy), `at ${at}`).toBe(false);
    }
    expect(isWholeJpeg(Buffer.alloc(photo.length))).toBe(false);
    expect(isWholeJpeg(Buffer.from('not a photo'))).toBe(false);
  });
});

describe('a stored signature', () => {
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  const name = photoName(id, 'signature', 1);

  it('is whole as the product stores it, but not if it is cut off anywhere or all zeros', async () => {
    const png = await prepareSignature(await drawnSignature());
    expect(isWholePicture(name, png)).toBe(true);
    for (let length = 0; length < png.length; length += 1) {
      expect(isWholePicture(name, png.subarray(0, length)), `${length} bytes`).toBe(false);
    }
    expect(isWholePicture(name, Buffer.alloc(png.length))).toBe(false);
    expect(isWholePicture(name, Buffer.concat([png, png]))).toBe(false);
  });

  it('is distinguished from a photo by its name', async () => {
    const photo = await storedPhoto();
    expect(isWholePicture(photoName(id, 'initial', 1), photo)).toBe(true);
    expect(isWholePicture(name, photo)).toBe(false);
  });
});
