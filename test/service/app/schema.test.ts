import { topicNames } from '@postroad/core/catalog/describe/topic-names';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from './calling.ts';

let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  await calls.call('record_event', {
    email: 'ada@example.com',
    name: 'trial_began',
    person: { tags: ['VIP'], fields: { seats: 5 } },
  });
  await calls.call('create_email', { title: 'Shown', subject: 'News', body_markdown: 'Hello' });
});

afterAll(() => opened.close());

const namesOf = async (topic: (typeof topicNames)[number]) =>
  Object.fromEntries(
    (await calls.call('describe_schema', { topic })).names.map(({ kind, names }) => [kind, names]),
  );

it('VER-05 the list of themes and describe_schema serve the same vocabulary', async () => {
  const { variables } = await calls.call('list_themes', {});
  const { fields } = await calls.call('describe_schema', { topic: 'theme' });
  expect(fields.map(({ name, type }) => [name, type])).toEqual(
    variables.map(({ name, type }) => [name, type]),
  );
});

it('names what the account has', async () => {
  expect(await namesOf('events')).toMatchObject({
    event_types: expect.arrayContaining(['trial_began']),
    fields: ['seats (number)'],
    tags: ['VIP'],
  });
  expect((await namesOf('theme')).themes).toHaveLength(1);
  expect((await namesOf('flow')).emails?.[0]).toMatch(/^\d+ Shown$/);
});

it('gives examples that this account accepts as they are', async () => {
  const { example } = await calls.call('describe_schema', { topic: 'flow' });
  const { flow_key: key, ...rest } = example as {
    flow_key: string;
    definition: Record<string, unknown>;
  };
  await calls.call('record_event', { email: 'ada@example.com', name: 'signed_up' });
  const { flow } = await calls.call('create_flow', { key, ...rest });
  expect(flow.validation).toEqual({ valid: true, errors: [], warnings: [] });
  const email = await calls.call('describe_schema', { topic: 'liquid' });
  expect((await calls.call('create_email', email.example as object)).warnings).toEqual([]);
  const theme = await calls.call('describe_schema', { topic: 'theme' });
  await calls.call('create_theme', theme.example as { name: string });
  const event = await calls.call('describe_schema', { topic: 'events' });
  const recorded = await calls.call('record_event', event.example as never);
  expect(recorded.status).toBe('created');
});

it('answers the index without a topic, and refuses one that does not exist', async () => {
  const { fields } = await calls.call('describe_schema', {});
  expect(fields.map(({ name }) => name)).toEqual(topicNames);
  const refused = await calls.refused('describe_schema', { topic: 'condition' });
  expect(refused.code).toBe('validation_failed');
  expect(refused.detail).toContain('Did you mean conditions?');
  const part = await calls.refused('describe_schema', { topic: 'steps', part: 'dela' });
  expect(part.detail).toContain('Did you mean delay?');
});
