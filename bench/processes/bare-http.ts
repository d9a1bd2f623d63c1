import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The least that Node can do for a call: it reads the body, parses it, and answers. */
const answer = JSON.stringify({ person_id: 1, event_id: 1, created: true });
const headers = {
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(answer)),
};
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    JSON.parse(Buffer.concat(parts).toString());
    response.writeHead(201, headers).end(answer);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.once('disconnect', () => process.exit(0));
