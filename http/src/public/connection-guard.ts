import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type AddressRanges, networkOf } from '@postroad/service/platform/addresses';

export interface ConnectionLimit {
  /** Connections of one address at once; 0 for no limit. */
  perAddress: number;
  /** Proxies, whose connections are those of many clients. */
  trustedProxies: AddressRanges;
}

/**
 * Limits the connections of each address (SEC-06). One too many takes the place of the oldest on which
 * nothing was ever received, so that silent connections keep no request of the same address out; if
 * there is none, it is closed itself.
 */
export function limitConnections(
  server: Server,
  { perAddress, trustedProxies }: ConnectionLimit,
): void {
  if (perAddress === 0) return;
  const open = new Map<string, Set<Socket>>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (trustedProxies.has(remoteAddress)) return;
    const key = networkOf(remoteAddress);
    const sockets = open.get(key) ?? new Set();
    if (sockets.size >= perAddress) {
      const silent = [...sockets].find(({ bytesRead }) => bytesRead === 0);
      if (silent === undefined) {
        socket.destroy();
        return;
      }
      sockets.delete(silent);
      silent.destroy();
    }
    open.set(key, sockets.add(socket));
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0 && open.get(key) === sockets) open.delete(key);
    });
  });
}
