import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** The server and Vite side by side, both reloading; Vite passes calls on to the server. */

const root = join(import.meta.dirname, '..');
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
};

const children = [
  spawn('node', ['--watch', '--watch-preserve-output', 'server/main.ts'], {
    cwd: root,
    env,
    stdio: 'inherit',
  }),
  spawn('vite', ['--config', 'web/vite.config.ts'], { cwd: root, env, stdio: 'inherit' }),
];

const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
for (const child of children) child.once('exit', stop);
