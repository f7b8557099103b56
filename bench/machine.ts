import { cpus, release, totalmem, type } from 'node:os';

/** The machine, by what its numbers depend on, and by nothing that names it. */
export function machine(): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return [
    `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}`,
    `${memory} GB of memory`,
    `${type()} ${release()}`,
    `Node ${process.versions.node}`,
  ].join(', ');
}
