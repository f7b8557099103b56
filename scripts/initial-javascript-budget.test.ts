import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type BuiltChunk, initialKb } from './initial-javascript-budget.ts';

function chunk(fileName: string, parts: Partial<BuiltChunk> = {}): BuiltChunk {
  // Random, so that it weighs about what it measures.
  const code = randomBytes(2_000).toString('base64');
  return { fileName, isEntry: false, facadeModuleId: null, imports: [], code, ...parts };
}

function kb(...chunks: BuiltChunk[]): number {
  return chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0) / 1_000;
}

const shared = chunk('shared.js');
const deep = chunk('deep.js', { imports: ['shared.js', 'entry.js'] });
const entry = chunk('entry.js', { isEntry: true, imports: ['shared.js', 'outside.js'] });
const dashboard = chunk('dashboard.js', {
  facadeModuleId: '/project/web/dashboard/dashboard-screen.tsx',
  imports: ['deep.js', 'entry.js'],
});
const dialog = chunk('dialog.js', { facadeModuleId: '/project/web/ui/dialog.tsx' });
const chunks = [shared, deep, entry, dashboard, dialog];

describe('initialKb', () => {
  it('counts the entry and what it imports at once', () => {
    expect(initialKb(chunks, [])).toBeCloseTo(kb(entry, shared), 6);
  });

  it('adds a screen with everything below it, each chunk once, circles included', () => {
    expect(initialKb(chunks, ['dashboard/dashboard-screen.tsx'])).toBeCloseTo(
      kb(entry, shared, dashboard, deep),
      6,
    );
  });

  it('refuses to measure a screen that was not built', () => {
    expect(() => initialKb(chunks, ['dashboard/old-screen.tsx'])).toThrow(
      'No chunk was built for "dashboard/old-screen.tsx"',
    );
    expect(() => initialKb(chunks, ['screen.tsx'])).toThrow();
  });
});
