import { flagOf, problemInFlags } from '@postroad/cli/commands/operation-flags';
import { inputSchemaOf } from '@postroad/core/catalog/outline';
import { expect, it } from 'vitest';
import { answersAlike } from './three-surfaces.ts';

const url = 'https://hooks.example.com/postroad';
const nowhere = { webhook_endpoint: 'nowhere' };

answersAlike([
  { name: 'list_webhook_endpoints' },
  { name: 'get_webhook_endpoint', input: nowhere },
  { name: 'create_webhook_endpoint', input: { key: 'crm', url, events: ['email.*'] } },
  { name: 'create_webhook_endpoint', input: { url: 'https://10.0.0.1/', events: ['email.sent'] } },
  { name: 'create_webhook_endpoint', input: { url, events: ['email.sends'] } },
  { name: 'update_webhook_endpoint', input: { ...nowhere, enabled: false } },
  { name: 'delete_webhook_endpoint', input: nowhere },
  { name: 'rotate_webhook_secret', input: { ...nowhere, keep_hours: 1 } },
  { name: 'test_webhook_endpoint', input: nowhere },
  { name: 'list_webhook_deliveries', input: nowhere },
  { name: 'replay_webhook_delivery', input: { webhook_delivery_id: 999_999 } },
]);

it('SAFE-57 an error that asks for an argument of true asks for its flag', () => {
  const detail = 'A test fails. Correct the flow, or send force: true.';
  const said = problemInFlags({ detail }, 'activate_flow');
  expect(said.detail).toBe('A test fails. Correct the flow, or send --force.');
  expect(problemInFlags({ detail }, 'list_tags').detail).toBe(detail);
});

it('SAFE-57 an error names an argument by its flag, where that is called otherwise', () => {
  const required = { path: 'url', code: 'required', message: 'url is required.' };
  const other = { path: 'key', code: 'value_invalid', message: 'key and url are wrong.' };
  const detail = required.message;
  const said = problemInFlags({ detail, errors: [required, other] }, 'create_webhook_endpoint');
  expect(said).toEqual({
    detail: '--endpoint-url is required.',
    errors: [
      { ...required, path: '--endpoint-url', message: '--endpoint-url is required.' },
      other,
    ],
  });
  expect(inputSchemaOf('create_webhook_endpoint').properties).toHaveProperty('url');
  expect(flagOf('url')).toBe('--endpoint-url');
});
