import type { Http } from '../http/operations.ts';
import type { FunctionActions } from './functions.ts';

export function functionRoutes(http: Http, { functions }: { functions: FunctionActions }): void {
  http.handle('sendSms', ({ body }) => functions.sendSms(body));
  http.handle('sendCompletion', ({ body }) => functions.sendCompletion(body));
}
