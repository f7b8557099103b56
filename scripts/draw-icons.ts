import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** Draws the icons of the installed application from the one that is kept as a drawing. */

const folder = join(import.meta.dirname, '..', 'web', 'public');
const drawing = readFileSync(join(folder, 'favicon.svg'), 'utf8');

/** For systems that cut an icon into their own shape: no round corners, everything well inside. */
const maskable = drawing
  .replace('viewBox="0 0 32 32"', 'viewBox="-6 -6 44 44"')
  .replace('<rect width="32" height="32" rx="7"', '<rect x="-6" y="-6" width="44" height="44"');

async function draw(svg: string, name: string, size: number): Promise<void> {
  const png = await sharp(Buffer.from(svg), { density: 72 * (size / 32) })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
  writeFileSync(join(folder, name), png);
}

await draw(drawing, 'icon-192.png', 192);
await draw(drawing, 'icon-512.png', 512);
await draw(maskable, 'icon-maskable-512.png', 512);
