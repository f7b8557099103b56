import type { FastifyInstance } from 'fastify';

/** A process that is about to stop, while others go on. */
export interface Draining {
  readonly isOn: boolean;
  /** From now on no line is kept open for a next request, and `/readyz` says no. */
  begin(): void;
}

/** Call it before the routes are made. */
export function drainingOf(app: FastifyInstance): Draining {
  let isOn = false;
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // A balancer that keeps a line would send the next request just as it is closed.
    if (isOn) reply.header('connection', 'close');
    done();
  });
  return {
    get isOn() {
      return isOn;
    },
    begin: () => {
      isOn = true;
    },
  };
}
