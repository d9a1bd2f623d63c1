import { answersAlike } from './three-surfaces.ts';

answersAlike([
  { name: 'list_tokens' },
  { name: 'create_token', input: { name: 'Reader', scope: 'read' } },
  { name: 'create_token', input: { name: 'Reader', scope: 'admin' } },
  { name: 'revoke_token', input: { token_id: 999_999 } },
]);
