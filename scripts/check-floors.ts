import { join } from 'node:path';
import { server, web } from './floors/floors.ts';
import { floorProblems } from './floors/judge.ts';
import { sourcesOf } from './floors/sources.ts';

/** Fails on an import that goes against the floors of scripts/floors/floors.ts. */

const root = join(import.meta.dirname, '..');
const problems = [web, server].flatMap((side) => floorProblems(side, sourcesOf(root, side.folder)));
for (const problem of problems) console.error(`Floors: ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
