import type { z } from 'zod';
import {
  defaultShopConfig,
  type ShopConfig,
  shopConfigSchema,
  type Technician,
  technicianCount,
} from '../../domain/shop-config.ts';
import { parseShopFile, shopFileProblems } from '../../server/config.ts';

/** What is known of a shop before everything has been asked. All rules are the schema's own. */

export type ShopField = keyof ShopConfig['shop'];
export type TechnicianDraft = Partial<Technician>;

export interface ShopDraft {
  shop: Partial<ShopConfig['shop']>;
  /** Always six. */
  technicians: TechnicianDraft[];
  /** Not asked for: what the file says of it stays. */
  texting: ShopConfig['texting'];
  backups: ShopConfig['backups'];
}

const {
  shop: shopSchema,
  technicians: technicianList,
  texting: textingSchema,
  backups: backupsSchema,
} = shopConfigSchema.shape;
export const shopFields = shopSchema.shape;
export const technicianFields = technicianList.element.shape;

/** @returns the value as it is stored, or the start's own words on what is wrong with it */
export function checkAnswer<T>(
  field: z.ZodType<T>,
  answer: unknown,
): { value: T } | { problem: string } {
  const checked = field.safeParse(answer);
  return checked.success
    ? { value: checked.data }
    : { problem: checked.error.issues[0]?.message ?? 'cannot be used' };
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** The fields that hold, and no other. */
function soundFields(
  fields: Readonly<Record<string, z.ZodType>>,
  content: unknown,
): Record<string, unknown> {
  const found = asRecord(content);
  const sound: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const checked = checkAnswer(field, found[name]);
    if ('value' in checked) sound[name] = checked.value;
  }
  return sound;
}

/** An id that two technicians share belongs to the first: tickets could not tell them apart. */
function withoutDoubledIds(technicians: readonly TechnicianDraft[]): TechnicianDraft[] {
  const seen = new Set<string>();
  return technicians.map(({ id, ...rest }) => {
    if (id === undefined || seen.has(id)) return rest;
    seen.add(id);
    return { id, ...rest };
  });
}

/** What depends on each other is kept whole or not at all. */
function soundOr<T>(field: z.ZodType<T>, content: unknown, otherwise: T): T {
  const checked = checkAnswer(field, content);
  return 'value' in checked ? checked.value : otherwise;
}

/** Of a file that the start would refuse: everything in it that can be kept. */
function salvage(content: unknown): ShopDraft {
  const { shop, technicians, texting, backups } = asRecord(content);
  const listed = Array.isArray(technicians) ? technicians : [];
  return {
    shop: soundFields(shopFields, shop),
    technicians: withoutDoubledIds(
      Array.from({ length: technicianCount }, (_, index) =>
        soundFields(technicianFields, listed[index]),
      ),
    ),
    texting: soundOr(textingSchema, texting, defaultShopConfig.texting),
    backups: soundOr(backupsSchema, backups, defaultShopConfig.backups),
  };
}

/**
 * @param text what the shop's file holds
 * @returns all of it that can be kept, and what the start says about the rest
 */
export function readDraft(text: string): { draft: ShopDraft; problems: string[] } {
  try {
    const content = parseShopFile(text);
    return { draft: salvage(content), problems: shopFileProblems(content) };
  } catch (error) {
    return { draft: salvage(null), problems: [error instanceof Error ? error.message : '?'] };
  }
}

/**
 * The draft of a shop that has no file yet.
 *
 * @param isInUse when the product has run with its neutral technicians, whose ids stand in tickets
 */
export function emptyDraft(isInUse: boolean): ShopDraft {
  return {
    shop: {},
    technicians: defaultShopConfig.technicians.map(({ id, specialties }) =>
      isInUse ? { id, specialties } : { specialties },
    ),
    texting: defaultShopConfig.texting,
    backups: defaultShopConfig.backups,
  };
}

const longestId = 40;

/**
 * @param name e.g. "José Ñuñez"
 * @param taken ids that others have
 * @returns a readable id that nobody has, e.g. "jose-nunez" or "jose-nunez-2"
 */
export function newTechnicianId(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  // Room for a number behind it.
  const base = plain.slice(0, longestId - 4).replace(/^-+|-+$/g, '') || 'technician';
  let id = base;
  for (let number = 2; taken.has(id); number += 1) id = `${base}-${number}`;
  return id;
}

/**
 * Gives technicians without an id a new one; the others keep theirs, even when renamed.
 *
 * @param former ids from the file before: old tickets may name them, so they are not reused
 */
export function withIds(
  technicians: readonly TechnicianDraft[],
  former: readonly string[],
): TechnicianDraft[] {
  const taken = new Set([...former, ...technicians.flatMap(({ id }) => id ?? [])]);
  return technicians.map((technician) => {
    if (technician.id !== undefined) return technician;
    const id = newTechnicianId(technician.name ?? '', taken);
    taken.add(id);
    return { id, ...technician };
  });
}

/** @returns the text of a file with these settings, in the example's order */
export function shopFileText(config: ShopConfig): string {
  // The schema's order is the example's.
  const { backups, ...rest } = shopConfigSchema.parse(config);
  return `${JSON.stringify(backups === null ? rest : { ...rest, backups }, null, 2)}\n`;
}
