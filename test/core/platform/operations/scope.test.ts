import { catalog, operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { isAllowed, scopeNeeded } from '@postroad/core/platform/operations/allowed';
import { isWrite } from '@postroad/core/platform/operations/operation';
import { grants, type Scope, scopes } from '@postroad/core/platform/operations/scope';
import { expect, it } from 'vitest';

it('TOK-02 the scopes are events, read, draft, send, write and admin', () => {
  expect(scopes).toEqual(['events', 'read', 'draft', 'send', 'write', 'admin']);
});

it.each<[Scope, Scope[]]>([
  ['events', ['events']],
  ['read', ['read']],
  ['draft', ['read', 'draft']],
  ['send', ['send']],
  ['write', ['events', 'read', 'draft', 'send', 'write']],
  ['admin', ['events', 'read', 'draft', 'send', 'write', 'admin']],
])('TOK-02 %s allows what %j allow', (scope, all) => {
  expect(scopes.filter((one) => grants([scope], one))).toEqual(all);
});

it('TOK-02 several scopes allow what each of them allows', () => {
  expect(scopes.filter((one) => grants(['events', 'read'], one))).toEqual(['events', 'read']);
});

it('TOK-03 events records events and upserts people only', () => {
  const allowed = operationNames.filter((name) => isAllowed(operationNamed(name), ['events']));
  expect(allowed.toSorted()).toEqual([
    'record_event',
    'record_events',
    'upsert_people',
    'upsert_person',
  ]);
});

it('TOK-05 tokens, settings, profile, whole exports and erasure need admin', () => {
  const needing = operationNames.filter((name) => scopeNeeded(operationNamed(name)) === 'admin');
  expect(needing).toEqual(
    expect.arrayContaining([
      ...[
        'list_tokens',
        'create_token',
        'invite_operator',
        'create_sign_in_link',
        'embed_flow',
        'revoke_token',
        'update_settings',
        'update_profile',
      ],
      ...['export_people', 'delete_person'],
    ]),
  );
  for (const name of ['get_settings', 'get_profile', 'export_definitions'] as const) {
    expect(scopeNeeded(operationNamed(name))).toBe('read');
  }
});

it('TOK-04 draft reads, makes what nothing sends, and dry-runs every write', () => {
  for (const name of operationNames) {
    const operation = operationNamed(name);
    const needed = scopeNeeded(operation);
    if (isWrite(operation)) expect(isAllowed(operation, ['draft'], { dryRun: true })).toBe(true);
    expect(isAllowed(operation, ['draft'])).toBe(needed === 'read' || needed === 'draft');
    if (needed === 'draft') expect(['send']).not.toContain(operation.safety);
  }
  expect(isAllowed(operationNamed('create_email'), ['draft'])).toBe(true);
  expect(isAllowed(operationNamed('record_event'), ['draft'])).toBe(false);
});

it.each(['create_theme', 'create_layout'] as const)(
  'TOK-04 %s as the default needs write, since mail takes it at once',
  (name) => {
    const asked = (input: object) => isAllowed(catalog[name], ['draft'], { input });
    expect(asked({ name: 'x' })).toBe(true);
    expect(asked({ name: 'x', is_default: true })).toBe(false);
  },
);
