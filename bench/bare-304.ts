import { createServer } from 'node:http';

/** The comparison for polls: a bare server that answers every request with 304. */
createServer((_request, response) => {
  response.writeHead(304, { etag: '"bare-1"' });
  response.end();
}).listen(Number(process.env.PORT), '127.0.0.1');
