/** Photos. Source: specification, section 3: "{repairId}_{initial|completed}_{timestamp}.jpg" in the bucket repair-photos. */

export const photoKinds = ['initial', 'completed'] as const;
export type PhotoKind = (typeof photoKinds)[number];

export const photoBucket = 'repair-photos';

const pattern =
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}_(?:(?:initial|completed|texted|added)_\d{1,16}\.jpg|signature_\d{1,16}\.png)$/;

/**
 * @param id the repair's; for a picture that a customer texted, one added to a ticket, or a signature, a random UUID
 * @param timestamp milliseconds since 1970
 */
export function photoName(
  id: string,
  kind: PhotoKind | 'texted' | 'added' | 'signature',
  timestamp: number,
): string {
  return `${id}_${kind}_${Math.trunc(timestamp)}.${kind === 'signature' ? 'png' : 'jpg'}`;
}

/** @returns whether the name is one that {@link photoName} makes: nothing else is ever looked up */
export function isPhotoName(name: string): boolean {
  return pattern.test(name);
}

/** @param name from {@link photoName} @returns whether it contains the repair's id instead of its own */
export const namesRepair = (name: string): boolean => !/_(texted|added|signature)_/.test(name);

/** @param name from {@link photoName} @returns whether it is a PNG, as signatures are; the rest are JPEG */
export const isPngName = (name: string): boolean => name.endsWith('.png');

/** The address of a stored photo on the shop's own server. */
export function photoUrl(name: string): string {
  return `/photos/${photoBucket}/${name}`;
}

/** The name in an address that {@link photoUrl} made, or null. */
export function photoNameFromUrl(url: string): string | null {
  const name = url.split('?')[0]?.split('/').at(-1) ?? '';
  return isPhotoName(name) ? name : null;
}

/** Largest upload: 15 MB. Largest picture: 50 million pixels. Shop decisions. */
export const maxPhotoBytes = 15 * 1024 * 1024;
export const maxPhotoPixels = 50_000_000;

/** Quality of every stored JPEG, 0 to 1 (specification, section 9). */
export const photoJpegQuality = 0.8;

/** Widths in pixels of the smaller renditions that screens may ask for. */
export const renditionWidths = [320, 640, 1280] as const;
