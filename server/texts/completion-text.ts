import type { Repair } from '../../domain/api-answers.ts';
import type { ShopSettings } from '../../domain/shop-settings.ts';
import { composeText } from '../../domain/texts.ts';
import type { Deps } from '../deps.ts';
import { reachableLink } from '../photos/actions.ts';
import { textSubject } from './sending.ts';

/** The text that tells a customer that a repair is done. */

interface LinkedPhoto {
  url: string;
  /** Where the customer can open it. */
  link: string;
}

/** The completion photo of a repair, where the customer can open it. Not within a transaction. */
export async function linkedPhoto(
  deps: Deps,
  { completedPhotoUrl: url }: Pick<Repair, 'completedPhotoUrl'>,
): Promise<LinkedPhoto | null> {
  const link = url === null ? null : await reachableLink(deps, url);
  return url === null || link === null ? null : { url, link };
}

/** @param photo left out where another has taken its place meanwhile */
export function completionText(
  shop: ShopSettings['shop'],
  done: Repair,
  photo: LinkedPhoto | null,
): string {
  const about = textSubject(done);
  if (done.isUnrepaired) return composeText(shop, { kind: 'done-declined', ...about });
  return photo !== null && photo.url === done.completedPhotoUrl
    ? composeText(shop, { kind: 'done-photo', ...about, photoUrl: photo.link })
    : composeText(shop, { kind: 'done', ...about });
}
