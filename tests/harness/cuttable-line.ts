import { connect, createServer, type Server, type Socket } from 'node:net';

/** A connection to a server that a test can cut and restore, as networks do on their own. */
export interface CuttableLine {
  url: string;
  /** Breaks every connection and takes no new ones. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Lets nothing through anymore, silently; {@link speak} ends it. */
  fallSilent(): void;
  speak(): void;
}

export async function cuttableLine(address: string): Promise<CuttableLine> {
  const target = new URL(address);
  const sockets = new Set<Socket>();
  let server: Server;
  let port = 0;
  let isSilent = false;

  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server = createServer((near) => {
        const far = connect(Number(target.port), target.hostname);
        for (const [one, other] of [
          [near, far],
          [far, near],
        ] as const) {
          sockets.add(one);
          if (!isSilent) one.pipe(other);
          one.on('error', () => other.destroy());
          one.on('close', () => {
            sockets.delete(one);
            other.destroy();
          });
        }
      });
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        ({ port } = server.address() as { port: number });
        resolve();
      });
    });

  await listen();
  const through = new URL(target);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  through.search = '';
  return {
    url: through.href,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    restore: listen,
    fallSilent: () => {
      isSilent = true;
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
    speak: () => {
      isSilent = false;
      // What was held up is lost, as after a network's outage: both ends have to start over.
      for (const socket of sockets) socket.destroy();
    },
  };
}
