import { createServer } from 'node:http';

/** The comparison for answers: a bare server that answers every request with one body, given in base64. */
const body = Buffer.from(process.env.BODY ?? '', 'base64');
createServer((_request, response) => {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    etag: '"bare-1"',
  });
  response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
