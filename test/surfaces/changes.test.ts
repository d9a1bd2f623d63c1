import { afterAll, beforeAll, expect, it } from 'vitest';
import { type McpClient, transports } from '../mcp/mcp-clients.ts';
import { type RunningService, startService } from './running-service.ts';
import { answersAlike, runCli } from './three-surfaces.ts';

answersAlike([
  { name: 'list_changes', input: { resource: 'emails' } },
  { name: 'list_changes', input: { id: '1' } },
  { name: 'list_changes', input: { since: 'yesterday' } },
  { name: 'get_change', input: { change_id: 1 } },
  { name: 'get_change', input: { change_id: 999_999 } },
]);

let running: RunningService;
let mcp: McpClient;

beforeAll(async () => {
  running = await startService();
  mcp = await transports['Streamable HTTP, 2026'](running);
});

afterAll(async () => {
  await mcp.close();
  await running.stop();
});

const condition = { type: 'has_tag', tag: 'vip' };

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  return await fetch(`${running.url}/api/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${running.token}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

it('HIST-02 names the interface of each change', async () => {
  await post('/guards', { key: 'over-http', condition });
  await post('/guards', { key: 'over-console', condition }, { 'postroad-surface': 'console' });
  await post('/guards', { key: 'over-engine', condition }, { 'postroad-surface': 'engine' });
  await mcp.call('save_guard', { guard_key: 'over-mcp', condition });
  const made = await runCli(
    ['guards', 'create', '--key', 'over-cli', '--condition', JSON.stringify(condition)],
    running.env,
  );
  expect(made.exitCode).toBe(0);
  const { changes } = (await running.invoke('list_changes', { resource: 'guards' })) as {
    changes: { record_key: string; surface: string; actor: object }[];
  };
  expect(Object.fromEntries(changes.map((one) => [one.record_key, one.surface]))).toMatchObject({
    'over-http': 'http',
    'over-console': 'console',
    'over-engine': 'http',
    'over-mcp': 'mcp',
    'over-cli': 'cli',
  });
  expect(changes[0]?.actor).toEqual({ kind: 'environment', name: 'API_TOKEN' });
});
