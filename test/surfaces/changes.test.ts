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
  { name: 'revert_change', input: { change_id: 999_999 } },
  { name: 'revert_change', input: { change_id: 1, force: 'yes' } },
]);

let running: RunningService;
let mcp: McpClient;

beforeAll(async () => {
  running = await startService();
  mcp = await transports['Streamable HTTP, 2026'](running, '?confirm=never');
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

async function newest(): Promise<{ id: number }> {
  const { changes } = (await running.invoke('list_changes', { resource: 'guards', limit: 1 })) as {
    changes: { id: number }[];
  };
  return { id: changes[0]?.id ?? 0 };
}

async function patch(body: object): Promise<void> {
  await fetch(`${running.url}/api/v1/guards/undone`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${running.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
}

it('HIST-10, HIST-11, HIST-13 reverts alike over HTTP, MCP and CLI', async () => {
  await post('/guards', { key: 'undone', condition });
  const name = async () =>
    ((await running.invoke('get_guard', { guard_key: 'undone' })) as { guard: { name: string } })
      .guard.name;

  await patch({ name: 'Over HTTP' });
  const { id } = await newest();
  const stale = await post(`/changes/${id}/revert`, {}, { 'if-match': '"1"' });
  expect(stale.status).toBe(412);
  expect(await stale.json()).toMatchObject({ code: 'revision_mismatch', actual: 2 });
  const reverted = await post(`/changes/${id}/revert`, {}, { 'if-match': '"2"' });
  expect(reverted.status).toBe(200);
  expect(reverted.headers.get('etag')).toBe('"3"');
  expect(((await reverted.json()) as { change: { after: object } }).change.after).toMatchObject({
    name: 'undone',
  });
  const moved = await post(`/changes/${id}/revert`, {});
  expect(moved.status).toBe(409);
  expect(await moved.json()).toMatchObject({
    code: 'changed_since',
    after: { name: 'Over HTTP' },
    current: { name: 'undone' },
  });

  await patch({ name: 'Over MCP' });
  const change_id = (await newest()).id;
  const refused = await mcp.call('revert_change', { change_id, if_revision: 1 });
  expect(JSON.stringify(refused)).toContain('if_revision 4');
  await mcp.call('revert_change', { change_id, if_revision: 4 });
  expect(await name()).toBe('undone');

  await patch({ name: 'Over CLI' });
  const last = String((await newest()).id);
  const run = (...args: string[]) => runCli(['changes', 'revert', ...args], running.env);
  expect((await run(last, '--if-revision', '1')).exitCode).toBe(7);
  expect((await run(last)).exitCode).toBe(0);
  expect(await name()).toBe('undone');
  expect((await run(last)).exitCode).toBe(7);
  expect((await run(last, '--force')).exitCode).toBe(0);
});
