import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Reads each delivery and answers 200. */
const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => response.end());
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.once('disconnect', () => process.exit(0));
