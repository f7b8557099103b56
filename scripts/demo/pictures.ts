import sharp from 'sharp';
import { photoJpegQuality } from '../../domain/photo-name.ts';
import { chanceOf } from './chance.ts';
import { drawWatch } from './watch-drawing.ts';
import { movements, type Watch, watchFor } from './watches.ts';

/** How many pictures there are of each kind of watch, as it came in and as it went out. */
const eachKind = 3;

type PhotoKind = 'initial' | 'completed';
export type PictureOf = (watch: Watch, kind: PhotoKind) => Uint8Array;

function watchWith(movement: string, seed: string): Watch {
  const chance = chanceOf(seed);
  for (;;) {
    const watch = watchFor(chance.pick([1, 2, 3, 4, 5]), chance);
    if (watch.movement === movement) return watch;
  }
}

/** The product forbids its process all formats but those of photos (server/photos/image.ts). */
const drawings = { operation: ['VipsForeignLoadSvgBuffer'] };

async function draw(): Promise<PictureOf> {
  sharp.unblock(drawings);
  const pictures = new Map<string, Buffer>();
  const nameOf = (movement: string, kind: PhotoKind, index: number) =>
    `${movement} ${kind} ${index}`;
  for (const movement of movements) {
    for (let index = 0; index < eachKind; index += 1) {
      const watch = watchWith(movement, `${movement} ${index}`);
      for (const kind of ['initial', 'completed'] as const) {
        const drawing = drawWatch(watch, kind, chanceOf(nameOf(movement, 'initial', index)));
        const jpeg = sharp(Buffer.from(drawing)).jpeg({ quality: photoJpegQuality * 100 });
        pictures.set(nameOf(movement, kind, index), await jpeg.toBuffer());
      }
    }
  }
  sharp.block(drawings);
  return ({ brand, model, movement }, kind) => {
    const index = (brand.length + model.length) % eachKind;
    return pictures.get(nameOf(movement, kind, index)) ?? Buffer.alloc(0);
  };
}

let drawn: Promise<PictureOf> | undefined;

/** A few dozen photos that are nobody's, drawn once: each watch gets one of its kind. */
export function pictures(): Promise<PictureOf> {
  drawn ??= draw();
  return drawn;
}
