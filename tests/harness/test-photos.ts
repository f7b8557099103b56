import sharp from 'sharp';

/** A small picture of one colour, as a camera would hand it over. */
export function testPhoto(
  colour: { r: number; g: number; b: number } = { r: 200, g: 40, b: 40 },
  size: { width: number; height: number } = { width: 800, height: 600 },
): Promise<Buffer> {
  return sharp({ create: { ...size, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();
}
