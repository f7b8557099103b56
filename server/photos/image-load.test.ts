import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { maxPhotoBytes } from '../../domain/photos.ts';
import { Problem } from '../../domain/problems.ts';
import { cameraPhoto } from '../../tests/fixtures/camera-photos.ts';
import { prepareJpeg, rendition } from './image.ts';

describe('many photos at once', () => {
  it('are worked on two at a time, and all get their turn', async () => {
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

  it('do not wait for ever behind broken ones', async () => {
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
  it('does not load the decoder, only the first photo does', async () => {
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
