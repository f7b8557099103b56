import type { Deps } from '../ports/deps.ts';
import { answerAdded, type Http } from '../ports/http.ts';
import { takePayment, voidPayment } from './actions.ts';
import { listClosedDays } from './closed-days.ts';
import { closeDay, listPayments, moneyOf, paymentsFile, spanOf } from './money.ts';

export function paymentRoutes(http: Http, deps: Deps): void {
  http.handle('takePayment', async ({ params, body, reply }) =>
    answerAdded(reply, await takePayment(deps, params.ticketNumber, body)),
  );

  http.handle(
    'voidPayment',
    async ({ params, body }) => await voidPayment(deps, params.id, body.reason),
  );

  const { read } = deps.database;
  http.handle('getMoney', async ({ query }) => moneyOf(read, await spanOf(deps, query)));
  http.handle('listPayments', async ({ query }) =>
    listPayments(read, { ...query, ...(await spanOf(deps, query)) }),
  );
  http.handle('listClosedDays', ({ query }) => listClosedDays(read, query));

  http.handle('exportPayments', async ({ query, reply }) => {
    const { name, file } = paymentsFile(read, await spanOf(deps, query));
    reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`);
    return file;
  });

  http.handle('closeDay', async ({ body, reply }) => {
    const { closedDay, isRepeat } = await closeDay(deps, body);
    if (!isRepeat) reply.code(201);
    return { closedDay };
  });
}
