import type { Answer } from '../../../domain/api.ts';
import type { Note } from '../../../domain/api-notes.ts';
import type { Signature } from '../../../domain/api-signatures.ts';
import { type ClaimCheck, claimCheckOf, paperTime } from '../../../domain/claim-check.ts';
import type { ShopSettings } from '../../../domain/shop-settings.ts';
import { claimCheckTitle, shortHash } from '../../../domain/signatures.ts';
import { atComputer } from '../../data/call.ts';
import { browserZone, timeZone } from '../../data/shop-time.ts';
import claimCheckLayout from './claim-check.css?url';
import { letterParts } from './letter-parts.ts';
import { numberPages, type Sheet } from './sheet.ts';
import { ticketCode } from './ticket-code.ts';

type Ticket = Pick<Answer<'getRepair'>, 'repair' | 'estimates' | 'signatures' | 'notes'>;

const zone = () => timeZone.get() ?? browserZone();

/** What was signed or, on an unsigned ticket, would be. */
const contentOf = (ticket: Ticket, settings: ShopSettings): ClaimCheck => {
  const [signature] = ticket.signatures;
  return signature === undefined
    ? claimCheckOf(ticket, settings, { timeZone: zone(), initials: atComputer.get() })
    : (JSON.parse(signature.content) as ClaimCheck);
};

interface Paper {
  content: ClaimCheck;
  /** Null if it is to be signed by hand. */
  signed: { signature: Signature; picture: Blob } | null;
  amendments: readonly Note[];
}

function claimCheckElement(owner: Document, { content, signed, amendments }: Paper): HTMLElement {
  const { make, factList, amountList } = letterParts(owner);
  const { shop, ticketNumber, condition, flags, estimate, terms } = content;
  const section = (title: string | null, parts: Element[]) =>
    make('section', 'claim-section', [
      ...(title === null ? [] : [make('h2', '', title)]),
      ...parts,
    ]);

  function drawing(): HTMLElement[] {
    if (signed === null) return [];
    const image = owner.createElement('img');
    image.alt = 'Signature';
    image.src = URL.createObjectURL(signed.picture);
    image.addEventListener('load', () => URL.revokeObjectURL(image.src));
    return [image];
  }

  const signedWords = signed
    ? [
        make('p', '', `Customer · signed on screen ${paperTime(signed.signature.at, zone())}`),
        make('p', '', `SHA-256 ${shortHash(signed.signature.sha256)}`),
      ]
    : [make('p', '', 'Customer')];
  return make('article', 'receipt claim', [
    make('header', 'claim-head', [
      make('div', '', [
        make('p', 'claim-shop', shop.name),
        ...[shop.address, [shop.phone, shop.email, shop.social].filter(Boolean).join(' · ')].map(
          (line) => make('p', '', line),
        ),
      ]),
      make('div', 'claim-title', [make('p', '', claimCheckTitle), make('p', '', content.takenIn)]),
    ]),
    make('section', 'claim-section claim-ticket', [
      make('h1', '', ticketNumber),
      ticketCode(owner, ticketNumber) as unknown as HTMLElement,
      factList(content.customer),
    ]),
    section(null, [factList(content.watch)]),
    ...(condition.length === 0 && flags.length === 0
      ? []
      : [
          section('Condition at drop-off', [
            factList(condition),
            make(
              'p',
              'claim-flags',
              flags.map((flag) => make('span', '', `☒ ${flag}`)),
            ),
          ]),
        ]),
    ...(estimate.length === 0
      ? []
      : [section('Estimate', [amountList('claim-estimate', estimate)])]),
    ...(terms === null ? [] : [section(null, [make('p', 'claim-terms', terms)])]),
    make('section', 'claim-signing', [
      make('div', '', [make('div', 'claim-line', drawing()), ...signedWords]),
      make('div', '', [
        make('div', 'claim-line', ''),
        make('p', '', 'Received by'),
        ...(content.receivedBy === null ? [] : [make('p', '', content.receivedBy)]),
      ]),
    ]),
    ...(amendments.length === 0
      ? []
      : [
          section(
            'Amendments',
            amendments.map(({ at, initials, text }) =>
              make('div', 'claim-amendment', [
                make('p', '', [paperTime(at, zone()), initials].filter(Boolean).join(' · ')),
                make('p', '', text ?? ''),
              ]),
            ),
          ),
        ]),
  ]);
}

/**
 * Fits half a letter-size page, and whatever else the printer has: its style sheet leaves the choice to the
 * printer, and what doesn't fit continues on the next page.
 *
 * @param picture of the signature, on a ticket that is signed
 */
export function claimCheckSheet(
  ticket: Ticket,
  settings: ShopSettings,
  picture: Blob | null,
): Sheet {
  const content = contentOf(ticket, settings);
  const [signature] = ticket.signatures;
  const paper: Paper = {
    content,
    signed: signature && picture ? { signature, picture } : null,
    amendments: ticket.notes.filter(({ kind }) => kind === 'amendment'),
  };
  const title = `${claimCheckTitle} ${content.ticketNumber}`;
  return {
    name: 'claim check',
    title,
    stylesheet: claimCheckLayout,
    paper: { width: 5.5 * 96, height: 8.5 * 96 },
    pages: (owner) => [claimCheckElement(owner, paper)],
    fit: (_, styles) => numberPages(styles, title),
  };
}
