import type { FastifyRequest } from 'fastify';
import type { Checked } from '../../../domain/api.ts';
import { Problem } from '../../../domain/problems.ts';
import { type ImportKind, readColumns } from '../../../domain/transfer-columns.ts';
import type { Http } from '../../http/operations.ts';
import type { ImportActions } from './import.ts';

function columnsOf(kind: ImportKind, text: string) {
  const columns = readColumns(kind, text);
  if (columns) return columns;
  const message = 'columns must be written as name:0,email:2, with fields of that kind';
  throw new Problem('validation-failed', {
    detail: message,
    errors: [{ path: 'columns', message }],
  });
}

function requestOf(query: Checked<'checkImport', 'query'>, { body }: FastifyRequest) {
  const { kind, timeZone } = query;
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  return { kind, timeZone, columns: columnsOf(kind, query.columns), bytes };
}

export function importRoutes(http: Http, { imports }: { imports: ImportActions }): void {
  http.handle('checkImport', async ({ query, request }) =>
    imports.check(requestOf(query, request)),
  );

  http.handle('rejectedRows', async ({ query, request, reply }) => {
    const text = await imports.rejected(requestOf(query, request));
    reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="rejected-${query.kind}.csv"`);
    return Buffer.from(text, 'utf8');
  });

  http.handle('runImport', async ({ params, query, request }) =>
    imports.run(params.importId, requestOf(query, request)),
  );

  http.handle('getImport', async ({ params }) => imports.progress(params.importId));
}
