import type { Repair } from '../../domain/api-answers.ts';
import type { ShopConfig } from '../../domain/shop-config.ts';
import { composeText } from '../../domain/texts.ts';

type AboutRepair = Pick<Repair, 'ticketNumber' | 'watchBrand' | 'watchModel'>;

export type Wording = ReturnType<typeof shopWording>;

const watchOf = (repair: AboutRepair) => `${repair.watchBrand} ${repair.watchModel}`;

/** The texts about a ticket, in the shop's name. */
export function shopWording(shop: ShopConfig['shop']) {
  const about = (repair: AboutRepair) => ({
    ticketNumber: repair.ticketNumber,
    watch: watchOf(repair),
  });
  return {
    created: (repair: Repair) => composeText(shop, { kind: 'created', ...about(repair) }),
    /** @param othersOpen whether the phone has another estimate open: then the answer must name one */
    estimate: (repair: Repair, priceCents: number, othersOpen: boolean) =>
      composeText(shop, {
        kind: othersOpen ? 'estimate-one-of-several' : 'estimate',
        ...about(repair),
        priceCents,
      }),
    /** @param othersOpen as for the estimate */
    reminder: (repair: Repair, priceCents: number, othersOpen: boolean) =>
      composeText(shop, {
        kind: othersOpen ? 'reminder-one-of-several' : 'reminder',
        ...about(repair),
        priceCents,
      }),
    /** That an answer was understood. */
    confirm: (repair: Repair, priceCents: number, answer: 'accepted' | 'declined') =>
      composeText(shop, {
        kind: answer === 'accepted' ? 'confirm-accept' : 'confirm-decline',
        ...about(repair),
        priceCents,
      }),
    done: (repair: AboutRepair) => composeText(shop, { kind: 'done', ...about(repair) }),
    /** @param photoUrl whole and without a query */
    donePhoto: (repair: Repair, photoUrl: string) =>
      composeText(shop, { kind: 'done-photo', ...about(repair), photoUrl }),
    doneDeclined: (repair: Repair) =>
      composeText(shop, { kind: 'done-declined', ...about(repair) }),
  };
}
