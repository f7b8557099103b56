import { commandHere, installation } from './base/program.ts';

const oldestNode = 24;
if (Number(process.versions.node.split('.', 1)[0]) < oldestNode) {
  process.stderr.write(
    `This product needs Node ${oldestNode} or newer, and this is ${process.versions.node}.\n` +
      (installation === 'release'
        ? `It brings its own: start it with "${commandHere('start')}".\n`
        : `On Linux it brings its own: start it with "${commandHere('start')}" after "npm ci". Elsewhere install it from https://nodejs.org.\n`),
  );
  process.exit(1);
}

// What follows needs that Node to be loaded at all.
void import('./start.ts');
