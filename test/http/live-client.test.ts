import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { followChanges } from '@postroad/http/live/live-client';
import { expect, it } from 'vitest';

it('CON-10 tells who follows the changes that the connection broke', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(': hello\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const heard: string[] = [];
  await new Promise<void>((resolve) => {
    const stop = followChanges(
      { url: `http://127.0.0.1:${port}`, token: null },
      {
        onChanges: () => undefined,
        missed: () => heard.push('missed'),
        lost() {
          heard.push('lost');
          stop();
          resolve();
        },
      },
    );
  });
  expect(heard).toEqual(['missed', 'lost']);
  await new Promise((resolve) => server.close(resolve));
});

it('CON-14 tells who follows the changes that the server knows them no more', async () => {
  const server = createServer((_request, response) => void response.writeHead(401).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => {
    const stop = followChanges(
      { url: `http://127.0.0.1:${port}`, token: null },
      {
        onChanges: () => undefined,
        missed: () => undefined,
        refused() {
          stop();
          resolve();
        },
      },
    );
  });
  await new Promise((resolve) => server.close(resolve));
});
