import { answersAlike } from './three-surfaces.ts';

answersAlike([
  { name: 'list_tokens' },
  { name: 'create_token', input: { name: 'Reader', scope: 'read' } },
  { name: 'create_token', input: { name: 'Reader', scope: 'all' } },
  { name: 'create_token', input: { name: 'Site', scopes: ['events', 'read'] } },
  { name: 'create_token', input: { name: 'Site', allowed_ips: ['192.0.2.0/24'] } },
  { name: 'invite_operator', input: { name: 'Grace', scope: 'read' } },
  { name: 'invite_operator', input: { name: '', scope: 'all' } },
  { name: 'create_sign_in_link' },
  { name: 'create_sign_in_link', input: { token_id: 999_999 } },
  { name: 'embed_flow', input: { flow_key: 'welcome', sites: ['https://wiki.example.com'] } },
  { name: 'embed_flow', input: { flow_key: 'welcome', sites: ['wiki.example.com/x'] } },
  { name: 'embed_flow', input: { flow_key: 'nowhere' } },
  { name: 'revoke_token', input: { token_id: 999_999 } },
]);
