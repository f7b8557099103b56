import type { Page } from '@playwright/test';
import jsqr from 'jsqr';
import sharp from 'sharp';

/** A browser's pixels are of one size on paper: 96 to the inch. */
const cssPixelMm = 25.4 / 96;

export interface PrintedCode {
  text: string;
  /** One module's edge on paper, in millimetres, to a hundredth. */
  moduleMm: number;
}

/**
 * Reads the one QR code on a page as it is printed, from a picture of it, as a scanner would.
 *
 * @returns null where there is none to be read
 */
export async function printedCode(page: Page): Promise<PrintedCode | null> {
  await page.emulateMedia({ media: 'print' });
  const picture = sharp(await page.screenshot({ scale: 'device' })).ensureAlpha();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const code = jsqr.default(new Uint8ClampedArray(data), info.width, info.height, {
    inversionAttempts: 'dontInvert',
  });
  if (code === null) return null;
  const { topLeftFinderPattern: left, topRightFinderPattern: right } = code.location;
  // From the middle of one corner's pattern to that of the next: the code without 3.5 on each side.
  const modules = 17 + 4 * code.version - 7;
  const pixels = Math.hypot(right.x - left.x, right.y - left.y) / modules;
  const scale = await page.evaluate(() => devicePixelRatio);
  return {
    text: code.data,
    moduleMm: Math.round((pixels / scale) * cssPixelMm * 100) / 100,
  };
}
