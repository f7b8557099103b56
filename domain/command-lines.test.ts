import { expect, it } from 'vitest';
import { commandLine } from './command-lines.ts';

it.each([
  [commandLine('sources', 'start'), 'npm start'],
  [commandLine('sources', 'start', '', '--accept-loss'), 'npm start -- --accept-loss'],
  [commandLine('sources', 'backup'), 'npm run backup'],
  [commandLine('sources', 'restore', 'FILE', '--replace'), 'npm run restore FILE -- --replace'],
  [commandLine('release', 'start'), './start'],
  [commandLine('release', 'start', '', '--accept-loss'), './start --accept-loss'],
  [commandLine('release', 'backup'), './start backup'],
  [commandLine('release', 'restore', 'FILE', '--replace'), './start restore FILE --replace'],
])('%s', (line, expected) => {
  expect(line).toBe(expected);
});
