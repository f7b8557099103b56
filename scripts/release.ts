import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

/**
 * Makes an archive that runs on a Linux machine with nothing installed: the built screens and server, the
 * production packages, Node, and `./start`.
 */

const root = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};
const name = `watch-repair-${version}-linux-${process.arch}`;
const folder = join(root, 'dist', name);

/** The commands that `./start` also runs. */
const commands = ['backup', 'restore', 'export', 'set-password', 'check-texting'];

const start = `#!/bin/sh
# Starts the shop, or runs one of its commands: ./start backup, ./start restore FILE ...
case "$0" in */*) cd "\${0%/*}" || exit 1 ;; esac
node=node_modules/node-linux-${process.arch}/bin/node
case "\${1:-}" in
  ${commands.join('|')}) command=$1; shift; exec "$node" "scripts/$command.ts" "$@" ;;
esac
export NODE_COMPILE_CACHE=node_modules/.cache/compiled MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072
exec "$node" --max-semi-space-size=4 --no-parallel-scavenge dist/server/main.cjs "$@"
`;

const copied = [
  ...['domain', 'server', 'dist/web', 'dist/server', 'docs', 'deploy', 'scripts/commands'],
  ...['scripts/trim-install.mjs', ...commands.map((command) => `scripts/${command}.ts`)],
  ...['package.json', 'package-lock.json', '.npmrc', 'shop.config.example.json'],
  ...['README.md', 'CHANGELOG.md', 'LICENSE'],
];

function run(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) throw new Error(`"${command} ${args.join(' ')}" failed`);
}

/** Every file and link below a folder. */
function filesBelow(path: string): string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const below = join(path, entry.name);
    return entry.isDirectory() ? filesBelow(below) : entry.isFile() ? [below] : [];
  });
}

async function archive(path: string): Promise<void> {
  const tar = pack();
  const writing = pipeline(tar, createGzip(), createWriteStream(path));
  for (const file of filesBelow(folder)) {
    const { size, mode, mtime } = statSync(file);
    const entry = tar.entry({ name: join(name, relative(folder, file)), size, mode, mtime });
    await pipeline(createReadStream(file), entry);
  }
  tar.finalize();
  await writing;
}

run(process.execPath, ['scripts/build-if-needed.ts'], root);
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
for (const path of copied) {
  await cp(join(root, path), join(folder, path), {
    recursive: true,
    filter: (source) => !/\.test\.tsx?$/.test(source),
  });
}
run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], folder);
await writeFile(join(folder, 'start'), start);
await chmod(join(folder, 'start'), 0o755);
await archive(`${folder}.tar.gz`);
const megabytes = (path: string) => Math.round(statSync(path).size / 1e6);
console.log(`\n${relative(root, folder)}.tar.gz (${megabytes(`${folder}.tar.gz`)} MB)
Unpack it on a Linux machine with an ${process.arch} processor and run ./start.`);
