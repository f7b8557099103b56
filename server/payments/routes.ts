import type { Deps } from '../ports/deps.ts';
import type { Http } from '../ports/http.ts';
import { takePayment, voidPayment } from './actions.ts';

export function paymentRoutes(http: Http, deps: Deps): void {
  http.handle('takePayment', async ({ params, body, reply }) => {
    const { isRepeat, ...taken } = await takePayment(deps, params.ticketNumber, body);
    if (!isRepeat) reply.code(201);
    return taken;
  });

  http.handle(
    'voidPayment',
    async ({ params, body }) => await voidPayment(deps, params.id, body.reason),
  );
}
