import sharp from 'sharp';

/**
 * A photo of a watch, drawn: what a customer's watch looks like on the counter, for screens that are
 * looked at by people.
 *
 * @param face the dial's color, e.g. "#123"
 */
export function watchPhoto(face: string): Promise<Buffer> {
  const ticks = Array.from({ length: 12 }, (_, hour) => {
    const length = hour % 3 === 0 ? 34 : 20;
    return `<rect x="397" y="126" width="6" height="${length}" fill="#eee" transform="rotate(${hour * 30} 400 300)"/>`;
  });
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600">
      <rect width="800" height="600" fill="#b9a98f"/>
      <rect x="322" width="156" height="600" fill="#4a3626"/>
      <circle cx="400" cy="300" r="212" fill="#8d9196"/>
      <circle cx="400" cy="300" r="188" fill="${face}"/>
      ${ticks.join('')}
      <rect x="394" y="196" width="12" height="112" rx="5" fill="#f4f4f4" transform="rotate(305 400 300)"/>
      <rect x="396" y="148" width="8" height="164" rx="4" fill="#f4f4f4" transform="rotate(62 400 300)"/>
      <rect x="399" y="140" width="2" height="190" fill="#d33" transform="rotate(190 400 300)"/>
      <circle cx="400" cy="300" r="9" fill="#f4f4f4"/>
    </svg>`),
  )
    .jpeg({ quality: 80 })
    .toBuffer();
}
