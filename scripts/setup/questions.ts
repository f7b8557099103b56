import type { z } from 'zod';
import { newPasswordProblem } from '../../domain/new-password.ts';
import { type ShopConfig, shopConfigSchema } from '../../domain/shop-config.ts';
import {
  checkAnswer,
  type ShopDraft,
  type ShopField,
  shopFields,
  type TechnicianDraft,
  technicianFields,
  withIds,
} from './shop-draft.ts';
import type { Terminal } from './terminal.ts';

/** What is asked, in which order and in which words. */

const shopQuestions: readonly [ShopField, string][] = [
  ['name', 'Name'],
  ['address', 'Address, on one line'],
  ['phone', 'Phone'],
  ['email', 'E-mail'],
  ['social', 'Social handle'],
];

/** Asks until the answer holds; what was typed stays to fix. */
async function askField<T>(
  terminal: Terminal,
  field: z.ZodType<T>,
  question: string,
  prefill = '',
  read: (line: string) => unknown = (typed) => typed,
): Promise<T> {
  let line = prefill;
  for (;;) {
    line = await terminal.ask(`  ${question}: `, line);
    const checked = checkAnswer(field, read(line));
    if ('value' in checked) return checked.value;
    terminal.say(`    ${checked.problem}`);
  }
}

async function askShop(
  terminal: Terminal,
  known: ShopDraft['shop'],
): Promise<Record<ShopField, string>> {
  terminal.say('\nThe shop, as printed on every ticket');
  const answers: Partial<Record<ShopField, string>> = {};
  for (const [name, question] of shopQuestions) {
    answers[name] = await askField(terminal, shopFields[name], question, known[name]);
  }
  return answers as Record<ShopField, string>;
}

const splitList = (line: string) =>
  line
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

function askSpecialties(terminal: Terminal, known: readonly string[]): Promise<string[]> {
  const shown = known.join(', ');
  // Left as it was, a specialty with a comma in it is not torn apart.
  return askField(
    terminal,
    technicianFields.specialties,
    'Specialties, with commas between',
    shown,
    (line) => (line === shown && known.length > 0 ? known : splitList(line)),
  );
}

/** Tickets name a technician by the id: it stays with the person, not with the position in the list. */
async function idUnder(
  terminal: Terminal,
  { id, name: oldName }: TechnicianDraft,
  name: string,
): Promise<string | undefined> {
  if (id === undefined || oldName === undefined || name === oldName) return id;
  const isRenamed = await terminal.askYesNo(
    `  Is ${name} the new name of ${oldName}, whose tickets stay with them?`,
  );
  return isRenamed ? id : undefined;
}

async function askTechnician(
  terminal: Terminal,
  known: TechnicianDraft,
  index: number,
): Promise<TechnicianDraft> {
  terminal.say(`\nTechnician ${index + 1} of 6`);
  const name = await askField(terminal, technicianFields.name, 'Name', known.name);
  const id = await idUnder(terminal, known, name);
  const email = await askField(terminal, technicianFields.email, 'E-mail', known.email);
  const specialties = await askSpecialties(terminal, known.specialties ?? []);
  return { ...(id === undefined ? {} : { id }), name, email, specialties };
}

/**
 * @param known what the answers are prefilled with
 * @throws Cancelled, InputEnded
 */
export async function askForShop(terminal: Terminal, known: ShopDraft): Promise<ShopConfig> {
  const shop = await askShop(terminal, known.shop);
  const technicians: TechnicianDraft[] = [];
  for (const [index, technician] of known.technicians.entries()) {
    technicians.push(await askTechnician(terminal, technician, index));
  }
  // The id of a technician who left is not given to a new one: old tickets name it.
  const left = known.technicians.flatMap(({ id }) => id ?? []);
  return shopConfigSchema.parse({
    shop,
    technicians: withIds(technicians, left),
    texting: known.texting,
    backups: known.backups,
  });
}

/** @returns the new password, or null where it is left as it is */
export async function askForPassword(
  terminal: Terminal,
  whenEmpty: string,
): Promise<string | null> {
  terminal.say(`\nThe shop’s password\n  ${whenEmpty}`);
  for (;;) {
    const password = await terminal.askSecret('  New password: ');
    if (password === '') return null;
    const problem = newPasswordProblem(password);
    if (problem !== null) terminal.say(`    ${problem}`);
    else if ((await terminal.askSecret('  Once more: ')) === password) return password;
    else terminal.say('    The two are not the same.');
  }
}

/** @returns what will be written, to be looked at */
export function summary({ shop, technicians }: ShopConfig, password: string): string {
  return [
    '',
    `  ${shop.name}`,
    `  ${shop.address}`,
    `  ${shop.phone} · ${shop.email} · ${shop.social}`,
    '',
    ...technicians.map(
      ({ id, name, email, specialties }) =>
        `  ${name} (${id}) · ${email} · ${specialties.join(', ')}`,
    ),
    '',
    `  Password: ${password}`,
    '',
  ].join('\n');
}
