/**
 * A naive event stream: bare node:http that writes every update to all readers, without tokens, order or limits for
 * slow readers. `GET` reads, `PUT` sends. Prints its port when it is ready.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const listeners = new Set<ServerResponse>();

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': hello\n\n');
    listeners.add(response);
    response.on('close', () => listeners.delete(response));
    return;
  }
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => (body += chunk));
  request.on('end', () => {
    for (const listener of listeners) listener.write(body);
    response.end('{}');
  });
});

server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
