import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build } from 'vite';
import { releaseCommands } from '../domain/command-lines.ts';
import serverBuild from '../server/vite.config.ts';
import { asInRelease, isShipped, shippedDocs } from './release-docs.ts';

/**
 * Makes an archive that runs on a Linux machine with nothing installed: the built screens, server and
 * commands, the packages that are not built in, Node, and `./start`.
 */

const root = join(import.meta.dirname, '..');
const { version, scripts, dependencies, optionalDependencies, overrides } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as { version: string } & Record<
  'scripts' | 'dependencies' | 'optionalDependencies' | 'overrides',
  Record<string, string>
>;
const [, variables, program] = /exec env (.*) node (.*)/.exec(scripts.start ?? '') ?? [];
if (program === undefined) throw new Error('The start command in package.json cannot be read');
const name = `watch-repair-${version}-linux-${process.arch}`;
const folder = join(root, 'dist', name);

const start = `#!/bin/sh
# Starts the shop, or runs one of its commands: ./start backup, ./start restore FILE ...
case "$0" in */*) cd "\${0%/*}" || exit 1 ;; esac
node=node_modules/node-linux-${process.arch}/bin/node
case "\${1:-}" in
  ${releaseCommands.join('|')}) command=$1; shift; exec "$node" "dist/commands/$command.js" "$@" ;;
esac
export ${variables}
exec "$node" ${program} "$@"
`;

const copied = [
  ...['dist/web', 'dist/server', 'package-lock.json', 'shop.config.example.json', 'LICENSE'],
  ...shippedDocs,
];

const notBuiltIn = [serverBuild.ssr?.external ?? []].flat();
const kept = Object.entries(dependencies).filter(([name]) => notBuiltIn.includes(name));
/** Without npm's scripts: that is how the product knows that it is a release (server/base/program.ts). */
const manifest = {
  ...{ name: 'watch-repair-back-office', version, private: true, type: 'module' },
  ...{ dependencies: Object.fromEntries(kept), optionalDependencies, overrides },
};

function run(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) throw new Error(`"${command} ${args.join(' ')}" failed`);
}

run(process.execPath, ['scripts/build-if-needed.ts'], root);
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
for (const path of copied) {
  await cp(join(root, path), join(folder, path), { recursive: true, filter: isShipped });
}
for (const path of globSync('{*.md,{docs,deploy}/*}', { cwd: folder, withFileTypes: true })) {
  if (!path.isFile()) continue;
  const file = join(path.parentPath, path.name);
  await writeFile(file, asInRelease(await readFile(file, 'utf8')));
}
await build({
  configFile: join(root, 'server', 'vite.config.ts'),
  logLevel: 'warn',
  build: {
    ssr: true,
    outDir: join(folder, 'dist', 'commands'),
    sourcemap: false,
    rolldownOptions: {
      input: releaseCommands.map((command) => join(root, 'scripts', `${command}.ts`)),
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
// The versions and checksums come from the lock file.
run('npm', ['install', '--omit=dev', '--ignore-scripts'], folder);
run(process.execPath, [join(root, 'scripts', 'trim-install.mjs')], folder);
await writeFile(join(folder, 'start'), start);
await chmod(join(folder, 'start'), 0o755);
// Types are for compilers.
const packed = [
  '--owner=0',
  '--group=0',
  '--exclude=*.d.ts',
  '--exclude=*.d.cts',
  '--exclude=*.d.mts',
  name,
];
run('tar', ['-czf', `${name}.tar.gz`, ...packed], join(root, 'dist'));
const megabytes = (path: string) => Math.round(statSync(path).size / 1e6);
console.log(`\n${relative(root, folder)}.tar.gz (${megabytes(`${folder}.tar.gz`)} MB)
Unpack it on a Linux machine with an ${process.arch} processor and run ./start.`);
