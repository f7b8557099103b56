import sharp from 'sharp';
import { photoJpegQuality } from '../../domain/photos.ts';
import { chanceOf } from './chance.ts';
import { drawWatch } from './watch-drawing.ts';
import type { Watch } from './watches.ts';

type PhotoKind = 'initial' | 'completed';

/** The product lets its process read no formats but those of photos (server/photos/image.ts). */
const drawings = { operation: ['VipsForeignLoadSvgBuffer'] };

async function draw(watch: Watch, kind: PhotoKind, seed: string): Promise<Buffer> {
  sharp.unblock(drawings);
  const drawing = Buffer.from(drawWatch(watch, kind, chanceOf(seed)));
  const jpeg = await sharp(drawing)
    .jpeg({ quality: photoJpegQuality * 100 })
    .toBuffer();
  sharp.block(drawings);
  return jpeg;
}

const drawn = new Map<string, Promise<Buffer>>();

/** An invented photo: one for each brand and kind of watch, as it came in and as it went out. */
export function pictureOf(watch: Watch, kind: PhotoKind): Promise<Buffer> {
  const seed = `${watch.brand} ${watch.movement}`;
  const name = `${seed} ${kind}`;
  const picture = drawn.get(name) ?? draw(watch, kind, seed);
  drawn.set(name, picture);
  return picture;
}
