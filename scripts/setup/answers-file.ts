import { newPasswordProblem } from '../../domain/new-password.ts';
import { type ShopConfig, shopConfigSchema } from '../../domain/shop-config.ts';
import { parseShopFile, shopFileProblems } from '../../server/config.ts';
import { type ShopDraft, withIds } from './shop-draft.ts';

/**
 * All answers at once, for a machine that is set up by a program: the shop's file itself, in which a
 * technician may be without an id, and a "password" may stand.
 */

export type Answers = { shop: ShopConfig; password: string | null } | { problems: string[] };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A technician with the same name in the shop's file is the same person. */
function completeIds(technicians: unknown[], known: ShopDraft): unknown[] {
  const given = technicians.map((one) => {
    if (!isRecord(one) || one.id !== undefined) return one;
    const id = known.technicians.find(({ name }) => name !== undefined && name === one.name)?.id;
    return id === undefined ? one : { ...one, id };
  });
  if (!given.every((one) => isRecord(one) && typeof one.name === 'string')) return given;
  const former = known.technicians.flatMap(({ id }) => id ?? []);
  return withIds(given as ShopDraft['technicians'], former);
}

/**
 * @param text what the answers' file holds
 * @param known what the shop's file says so far
 */
export function readAnswers(text: string, known: ShopDraft): Answers {
  let content: unknown;
  try {
    content = parseShopFile(text);
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : String(error)] };
  }
  if (!isRecord(content)) return { problems: shopFileProblems(content) };
  const { password = null, ...file } = content;
  const shop = {
    texting: known.texting,
    backups: known.backups,
    ...file,
    ...(Array.isArray(file.technicians)
      ? { technicians: completeIds(file.technicians, known) }
      : {}),
  };
  const problems = shopFileProblems(shop);
  if (password !== null && typeof password !== 'string') {
    problems.push('password: password must be a text in quotes');
  } else if (password !== null) {
    const problem = newPasswordProblem(password);
    if (problem !== null) problems.push(`password: ${problem}`);
  }
  if (problems.length > 0) return { problems };
  return { shop: shopConfigSchema.parse(shop), password: password as string | null };
}
