import { describe, expect, it } from 'vitest';
import { isHeic, judgeFile } from './chosen-photo.ts';

const file = (changes: Partial<Parameters<typeof judgeFile>[0]>) => ({
  name: 'watch.jpg',
  type: 'image/jpeg',
  size: 2_000_000,
  ...changes,
});

describe('a file that was picked as a photo', () => {
  it('is taken as it is when it is a JPEG, PNG or WebP', () => {
    for (const type of ['image/jpeg', 'image/png', 'image/webp']) {
      expect(judgeFile(file({ type }))).toBe('ready');
    }
  });

  it('is converted when it is HEIC, even if the system does not know its type', () => {
    expect(judgeFile(file({ name: 'IMG_1.HEIC', type: '' }))).toBe('convert');
    expect(judgeFile(file({ name: 'IMG_1', type: 'image/heif' }))).toBe('convert');
  });

  it('is not HEIC by its name alone', async () => {
    expect(await isHeic(new Blob(['\0\0\0\x18ftypheic']))).toBe(true);
    expect(await isHeic(new Blob(['No photo at all']))).toBe(false);
  });

  it('may be 15 MB and not a byte more', () => {
    expect(judgeFile(file({ size: 15 * 1024 * 1024 }))).toBe('ready');
    expect(judgeFile(file({ size: 15 * 1024 * 1024 + 1 }))).toEqual({
      message: 'The photo is larger than 15 MB. Please choose a smaller one.',
    });
  });

  it('is refused when it is empty or not a photo', () => {
    const refusal = {
      message: 'This file is not a photo we can read. Please use a JPEG, PNG or WebP image.',
    };
    expect(judgeFile(file({ size: 0 }))).toEqual(refusal);
    expect(judgeFile(file({ name: 'invoice.pdf', type: 'application/pdf' }))).toEqual(refusal);
    expect(judgeFile(file({ name: 'drawing.svg', type: 'image/svg+xml' }))).toEqual(refusal);
  });
});
