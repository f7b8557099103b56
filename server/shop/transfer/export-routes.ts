import type { Http } from '../../http/operations.ts';
import type { ExportActions } from './export.ts';

export function exportRoutes(http: Http, { exports }: { exports: ExportActions }): void {
  http.handle('exportData', async ({ query, request, reply }) => {
    const isLookOnly = request.method === 'HEAD';
    if (isLookOnly) return undefined;
    const { name, contentType, bytes } = await exports.open(query.format);
    reply
      .header('content-type', contentType)
      .header('content-disposition', `attachment; filename="${name}"`);
    return bytes;
  });
}
