import { limits } from './field-list.ts';

/** What a new shop password has to be. One rule for the screen, the server and the scripts. */

export const shortestPassword = 8;

/**
 * Words at the top of every list of stolen passwords, and those that an attacker who knows what
 * the shop does would try first.
 */
const triedFirst = new Set(
  `password passwort passw pass pwd letmein welcome admin administrator root user guest login master
  secret access default changeme change test testing sample temp qwerty qwertyuiop qwertz qwertyu
  asdfgh asdfghjkl asdf zxcvbn zxcvbnm azerty qazwsx qazwsxedc iloveyou loveyou monkey dragon
  sunshine princess football baseball basketball soccer hockey shadow superman batman spiderman
  starwars pokemon michael michelle jessica jennifer charlie thomas daniel andrew joshua matthew
  ashley jordan george robert william richard anthony nicole hunter ranger buster tigger pepper
  ginger cookie summer winter spring autumn monday friday january december computer internet
  samsung google facebook apple microsoft windows abc abcd abcdef abcdefg abcdefgh trustno freedom
  whatever nothing forever flower cheese chocolate coffee banana orange purple yellow silver golden
  diamond corvette mustang ferrari porsche mercedes harley yamaha killer jesus blessed heaven angel
  watch watches watchshop watchrepair watchrepairs repair repairs repairshop shop myshop theshop
  store backoffice office staff counter clock clockwork jewelry jeweler watchmaker timepiece
  rolex omega seiko`.split(/\s+/),
);

/** Characters written in place of the letters that they resemble. */
const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const keyRows = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1234567890',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
];

const reversed = (text: string) => [...text].reverse().join('');

/** Whether the user only ran a finger along the keys, or pressed the same few again and again. */
function isRun(text: string): boolean {
  if (/^(.{1,4})\1+$/u.test(text)) return true;
  return keyRows.some((row) => row.includes(text) || reversed(row).includes(text));
}

/**
 * Whether a password is among those that are tried first: a word of the list with digits and symbols
 * around it ("Welcome2024!", "p@ssw0rd1"), digits alone up to the length of a phone number, a run on
 * the keyboard.
 */
function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase().replace(/\s/g, '');
  if (/^\d{1,11}$/.test(text.replace(/[().+/-]/g, '')) || isRun(text)) return true;
  const bare = text.replace(/[^\p{L}]/gu, '');
  const core = text.replace(/^[^\p{L}@$]+|[\d!?.,_*#+=-]+$/gu, '');
  const readAs = [...core].map((character) => lookalikes[character] ?? character).join('');
  const words = [bare, readAs, readAs.replace(/[^\p{L}]/gu, '')];
  return words.some((word) => triedFirst.has(word) || (word.length > 2 && isRun(word)));
}

/**
 * Shop decision: the length decides, unless the password is one that everybody tries.
 *
 * @returns why this cannot be the new password, in a sentence; null when it can
 */
export function newPasswordProblem(password: string): string | null {
  if (password.length < shortestPassword || password.length > limits.password) {
    return `The password must have ${shortestPassword} to ${limits.password} characters.`;
  }
  return isCommonPassword(password)
    ? 'This password is too easy to guess. Please choose another, such as a few words in a row.'
    : null;
}
