import type { Side } from './floors.ts';

export interface SourceFile {
  /** From the project's root, like all paths here. */
  path: string;
  imports: readonly string[];
  /** Whether it exports a function that registers routes. */
  hasRoutes?: boolean;
}

interface Room {
  name: string;
  floor: number;
}

/** `rows.ts` is how a store reads its rows. */
const isStore = (path: string) => /(^|\/|-)(store|rows)\.ts$/.test(path);
/** It configures the side's build, and may use the project's scripts. */
const isConfiguration = (path: string) => path.endsWith('.config.ts');

/** @returns which floor a file is on; null in a folder that no floor has */
function roomOf({ folder, floors }: Side, path: string): Room | null {
  const folders = path
    .slice(folder.length + 1)
    .split('/')
    .slice(0, -1);
  for (const [floor, names] of floors.entries()) {
    for (const name of names) {
      const parts = name === '.' ? [] : name.split('/');
      const isHere = parts.every((part, index) =>
        part === '*' ? index < folders.length : part === folders[index],
      );
      if (name === '.' ? folders.length === 0 : isHere) {
        return { name: folders.slice(0, parts.length).join('/'), floor };
      }
    }
  }
  return null;
}

/** @returns what is wrong with an import between two nouns, or within one; null for nothing */
function nounFault(
  nouns: readonly string[],
  routes: ReadonlySet<string>,
  file: string,
  from: Room,
  imported: string,
  to: Room,
): string | null {
  const isOwn = from.name === to.name;
  if (isStore(file) && !isOwn) return 'belongs to another noun: a store may import only its own';
  if (isStore(file) && !isStore(imported))
    return 'reaches beyond stores: a store may import only stores';
  if (routes.has(imported)) return 'is of routes, which no noun may import';
  if (isOwn || isStore(imported) || nouns.indexOf(from.name) < nouns.indexOf(to.name)) return null;
  return 'runs up the order of the nouns: only stores may be imported that way';
}

/** @returns what is wrong with an import within a side; null for nothing */
function faultOf(
  side: Side,
  routes: ReadonlySet<string>,
  file: string,
  from: Room,
  imported: string,
  to: Room,
): string | null {
  const { nouns = [] } = side;
  if (to.floor > from.floor) return null;
  if (to.floor < from.floor) return 'runs up';
  if (nouns.includes(from.name)) return nounFault(nouns, routes, file, from, imported, to);
  return to.name === from.name ? null : 'runs across its floor';
}

/** @returns what is against a side's floors, a sentence each */
export function floorProblems(side: Side, files: readonly SourceFile[]): string[] {
  const problems: string[] = [];
  const used = new Set<string>();
  const routes = new Set(files.filter(({ hasRoutes }) => hasRoutes).map(({ path }) => path));
  for (const { path, imports } of files) {
    const room = roomOf(side, path);
    if (room === null) {
      problems.push(`${path} is in a folder that is on no floor`);
      continue;
    }
    used.add(room.name);
    for (const imported of imports) {
      const isOurs = imported.startsWith(`${side.folder}/`);
      const to = isOurs ? roomOf(side, imported) : null;
      const isOutside = !isOurs && !imported.startsWith('domain/') && !isConfiguration(path);
      const isAlone = side.alone?.includes(room.name) && to?.name !== room.name;
      const fault = isAlone
        ? `leaves ${side.folder}/${room.name}, which may import nothing else`
        : isOutside
          ? `leaves ${side.folder}, which may import only itself and the domain`
          : to && faultOf(side, routes, path, room, imported, to);
      if (fault) problems.push(`${path}: the import of ${imported} ${fault}`);
    }
  }
  for (const name of side.floors.flat()) {
    if (name !== '.' && !name.includes('*') && !used.has(name)) {
      problems.push(`${side.folder}/${name} is on a floor and holds nothing`);
    }
  }
  return problems;
}
