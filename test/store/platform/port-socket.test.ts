import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { PortSocket } from '@postroad/store/platform/connection/port-socket';
import { expect, it } from 'vitest';

it('SEC-35 fails what is under way only once the thread has said why it ended', async () => {
  const { port1, port2 } = new MessageChannel();
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const socket = new PortSocket(port1, ended);
  const closed = once(port1, 'close');
  port2.close();
  await closed;
  expect(socket.destroyed).toBe(false);
  end();
  await once(socket, 'close');
  expect(socket.readyState).toBe('closed');
});

it('SEC-35 closes at once where its own client ends it', async () => {
  const { port1, port2 } = new MessageChannel();
  const socket = new PortSocket(port1, new Promise(() => {}));
  port2.on('message', (bytes: Uint8Array | null) => {
    if (bytes === null) port2.close();
  });
  const closed = once(socket, 'close');
  socket.end();
  await closed;
  expect(socket.destroyed).toBe(true);
});
