import { checkPlan } from '@postroad/core/definitions/check/check-plan';
import { type WrittenRecord, written } from '@postroad/core/definitions/export';
import { planChanges } from '@postroad/core/definitions/plan';
import { readTree } from '@postroad/core/definitions/read-tree';
import { validateTree } from '@postroad/core/definitions/validate-tree';
import { expect, it } from 'vitest';

const email = written('email', {
  ...{
    id: 2,
    key: 'hi',
    title: null,
    subject: 'Hi',
    pre_header: '',
    from_address: null,
    reply_to: null,
    labels: [],
  },
  ...{
    template_id: null,
    tracking: true,
    kind: 'marketing',
    translations: {},
    body_markdown: 'one\ntwo\n\nthree\n',
  },
}) as WrittenRecord;
const settings = written('settings', { 'sending.mailing_address': 'Road 1' }) as WrittenRecord;
const product = written('product', { key: 'max', name: 'Max' }) as WrittenRecord;
const held = [email, settings, product];
const flow = `{
  "key": "a",
  "definition": { "trigger": { "event": "x" }, "nodes": [{ "type": "send_email", "email_id": 2 }] }
}
`;

function planned(files: Record<string, string>, prune = false) {
  return planChanges(readTree(files), held, { prune, archived: [] });
}

it.each([false, true])(
  'DEFN-13, DEFN-17 a file that cannot be read is not absent, prune %s',
  (prune) => {
    const files = { [email.path]: '---\nid: [\n---\n', 'settings.yml': 'x', 'flows/a.json': flow };
    const plan = planned(files, prune);
    expect(plan.parse_errors.map(({ path }) => path)).toEqual([email.path, 'settings.yml']);
    expect(plan.changes.map(({ path, kind }) => [path, kind])).toEqual([
      ['products/max.json', 'absent'],
      ['flows/a.json', 'create'],
    ]);
    expect(plan.after.email).toEqual([email.record]);
    expect(plan.after.settings).toEqual(settings.record);
    const around = {
      tags: new Set<string>(),
      events: new Set(['x']),
      usedFields: new Set<string>(),
    };
    const known = { ...around, archivedEmails: [], segmentIds: new Map<string, number>() };
    expect(checkPlan(plan, known).changes.flatMap(({ errors }) => errors)).toEqual([]);
  },
);

it('blames no flow for an email whose file cannot be read', () => {
  const foundWith = (files: Record<string, string>) =>
    validateTree({ 'flows/a.json': flow, ...files }).files.flatMap(({ errors, warnings }) =>
      [...errors, ...warnings].map(({ code }) => code),
    );
  expect(foundWith({ 'emails/b.md': '---\nid: [\n---\n' })).not.toContain('email_unknown');
  expect(foundWith({ 'themes/b.json': '{' })).toContain('email_unknown');
});

const texts: [was: string, is: string, summary: string][] = [
  ['one\ntwo\n\nthree\n', 'one\n2\n\nthree\n', 'body_markdown: +1 −1 lines'],
  ['one\ntwo\n\nthree\n', 'one\ntwo\n\nthree\nfour\n', 'body_markdown: +1 −0 line'],
  ['one\ntwo', 'one', 'body_markdown: +0 −1 line'],
  ['one\ntwo\n', 'two\none\n', 'body_markdown: the same lines in another order'],
];

it.each(texts)('counts the lines of %j and %j', (was, is, summary) => {
  const before = { ...(email.record as Record<string, unknown>), body_markdown: was } as never;
  const after = written('email', { ...(before as object), body_markdown: is } as never);
  const one = written('email', before) as WrittenRecord;
  const options = { prune: false, archived: [] };
  const { changes } = planChanges(readTree({ [after.path]: after.text }), [one], options);
  expect(changes[0]?.summary).toEqual([summary]);
});

it('LEFT-06, FILE-08 a test that names an email by its key is as the one that has its id', () => {
  const test = (named: string) => `events:
  - name: x
    at: "2026-03-02T09:00:00Z"
clock: "2026-03-02T09:00:00Z"
expect:
  sends:
    - email: ${named}
      at: "2026-03-02T09:00:00Z"
`;
  const path = 'tests/a/one.yml';
  const { records } = readTree({ [path]: test('2') });
  const kept = written('flow_test', records[0]?.record as never) as WrittenRecord;
  const kinds = (named: string) => {
    const plan = planChanges(readTree({ [path]: test(named) }), [email, kept], {
      prune: false,
      archived: [],
    });
    return plan.changes.flatMap((one) => (one.path === path ? [one.kind] : []));
  };
  expect(kinds('hi')).toEqual(['unchanged']);
  expect(kinds('2')).toEqual(['unchanged']);
  expect(kinds('other')).toEqual(['update']);
});

it('DEFN-17, DEFN-19 a key that a trigger does not take is reported once, however often it is found', () => {
  const definition = { trigger: { event: 'x', colour: 1 }, nodes: [] };
  const { files } = validateTree({ 'flows/a.json': JSON.stringify({ key: 'a', definition }) });
  expect(files.flatMap(({ errors }) => errors.map(({ path, code }) => [path, code]))).toEqual([
    ['trigger.colour', 'trigger_keys_unknown'],
  ]);
});
