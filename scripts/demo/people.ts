import { limits } from '../../domain/field-list.ts';
import type { Chance } from './chance.ts';
import { contentOf } from './content.ts';
import { writtenPhone } from './phones.ts';

/** A client as given at the counter. */
export interface Person {
  name: string;
  email: string;
  phone: string;
  address: string | null;
}

interface Origin {
  /** How common among the clients. */
  share: number;
  /** How given and family names are put together. */
  order: string;
  given: readonly string[];
  family: readonly string[];
}

const origins = contentOf('names').map(([kind = '', given = '', family = '']): Origin => {
  const [share, ...order] = kind.split(' ');
  return {
    share: Number(share),
    order: order.join(' '),
    given: given.split('|'),
    family: family.split('|'),
  };
});

const [streets = [], towns = [], mailDomains = []] = contentOf('places');

interface Name {
  shown: string;
  latin: string;
}

function nameOf(entry: string): Name {
  const [shown = '', latin = shown] = entry.split('=');
  return { shown, latin };
}

const pick = (chance: Chance, names: readonly string[]) => nameOf(chance.pick(names));

function fullName(origin: Origin, given: Name, family: Name): string {
  switch (origin.order) {
    case 'family given':
      return `${family.shown} ${given.shown}`;
    case 'familygiven':
      return `${family.shown}${given.shown}`;
    default:
      return `${given.shown} ${family.shown}`;
  }
}

/** @returns someone who may come for the watch of a client */
export function relativeOf({ name }: Person, chance: Chance): string {
  const called = chance.pick(['Alex', 'Jamie', 'Peter', 'Robin', 'Maria', 'Sam']);
  return `${called} ${name.split(' ').at(-1)}`.slice(0, limits.name);
}

/** One in this many clients has a name of the greatest length. */
const longestEvery = 1500;

/** One of those names that fill every field to its last character. */
function longestName(chance: Chance, start: string): string {
  let name = start;
  while (name.length < limits.name) {
    const origin = chance.pick(origins.filter(({ share }) => share >= 3));
    name += ` ${chance.happens(0.5) ? pick(chance, origin.given).shown : pick(chance, origin.family).shown}`;
  }
  // Ends in a letter, not in half a surrogate pair or a blank; exactly as long as a name may be.
  return `${name.slice(0, limits.name - 1).replace(/[\s'’.-]$/, 'n')}a`.normalize('NFC');
}

const domains = mailDomains.map((line) => {
  const [domain = '', share] = line.split(' ');
  return { domain, share: Number(share) };
});

/** What may come before the @ of an email: a name without accents or punctuation, in several forms. */
function mailbox(given: string, family: string, chance: Chance): string {
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll('ß', 'ss')
      .replaceAll('ø', 'o')
      .replaceAll('ł', 'l')
      .replaceAll('ı', 'i')
      .replaceAll('đ', 'd')
      .replaceAll('þ', 'th')
      .replaceAll('ð', 'd')
      .replace(/[^a-z]/g, '');
  const [first, last] = [plain(given), plain(family)];
  return chance.pick([
    `${first}.${last}`,
    `${first}${last}`,
    `${first.charAt(0)}${last}`,
    `${first}_${last}`,
    `${last}.${first}`,
    `${first}.${last}+watch`,
  ]);
}

function addressFor(chance: Chance): string | null {
  if (chance.happens(0.18)) return null;
  const street = `${1 + chance.int(980)} ${chance.pick(streets)}`;
  const apartment = chance.happens(0.2) ? `, Apt ${1 + chance.int(40)}` : '';
  const zip = String(4900 + chance.int(90)).padStart(5, '0');
  const separator = chance.happens(0.1) ? '\n' : ', ';
  return `${street}${apartment}${separator}${chance.pick(towns)} ${zip}`;
}

/** Makes people, no two with the same email: the product would take them for one client. */
export function population() {
  const mailboxes = new Map<string, number>();

  return {
    /**
     * @param index of the client: now and then a name fills its field
     * @param digits the phone, ten digits; null for a person who gave none
     */
    person(chance: Chance, index: number, digits: string | null): Person {
      const origin = chance.weighted(origins, ({ share }) => share);
      const given = pick(chance, origin.given);
      const family = pick(chance, origin.family);
      const name = fullName(origin, given, family).normalize('NFC');
      const { domain } = chance.weighted(domains, ({ share }) => share);
      const box = mailbox(given.latin, family.latin, chance);
      const address = `${box}@${domain}`;
      const taken = mailboxes.get(address) ?? 0;
      mailboxes.set(address, taken + 1);
      const email = taken === 0 ? address : `${box}${taken + 1}@${domain}`;
      return {
        name: index % longestEvery === 7 ? longestName(chance, name) : name,
        email: chance.happens(0.05) ? email.charAt(0).toUpperCase() + email.slice(1) : email,
        phone: digits === null ? '' : writtenPhone(digits, chance),
        address: addressFor(chance),
      };
    },
  };
}
