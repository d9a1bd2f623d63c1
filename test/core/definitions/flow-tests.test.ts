import { blocks, checkPlan } from '@postroad/core/definitions/check/check-plan';
import { exportAccount } from '@postroad/core/definitions/export';
import { isManagedPath } from '@postroad/core/definitions/paths';
import { planChanges } from '@postroad/core/definitions/plan';
import { readTree } from '@postroad/core/definitions/read-tree';
import { testTree } from '@postroad/core/definitions/test-tree';
import { alone, validateTree } from '@postroad/core/definitions/validate-tree';
import { expect, it } from 'vitest';

const flow = (value: number) =>
  JSON.stringify({
    key: 'welcome',
    definition: {
      trigger: { event: 'signed_up' },
      node_counter: 3,
      nodes: [
        {
          ...{ id: 1, slug: 'large', name: 'Large', type: 'if_else' },
          condition: { type: 'field', field: 'plot', op: 'greater', value },
          then: [{ id: 2, slug: 'send', name: 'Send', type: 'send_email', email: 'hello' }],
          else: [{ id: 3, slug: 'mark', name: 'Mark', type: 'add_tag', tag: 'small' }],
        },
      ],
    },
  });

const test = `person:
  fields:
    plot: 200
events:
  - at: "2026-03-02T10:00:00Z"
    name: signed_up
clock: "2026-03-02T10:00:00Z"
expect:
  path:
    - "1-large"
    - "2-send"
  sends:
    - email: hello
      at: "2026-03-02T10:00:00Z"
  ends: completed
`;

const path = 'tests/welcome/large-plot.yml';
const files = {
  'fields/plot.json': '{"key": "plot", "type": "number"}',
  'emails/hello.md': '---\nkey: hello\ntitle: Hello\nsubject: Hello\n---\n\nHello\n',
  'flows/welcome.json': flow(150),
  [path]: test,
};

function planned(
  changed: Record<string, string>,
  { prune = false, held = files }: { prune?: boolean; held?: Record<string, string> } = {},
) {
  const account = planChanges(readTree(held), [], { prune: false, archived: [] }).after;
  const plan = planChanges(readTree(changed), exportAccount(account), { prune, archived: [] });
  return checkPlan(plan, alone);
}

it('FTEST-02, FILE-04 a test names an email of a new file without a key, as the flow does', () => {
  const fresh = {
    ...files,
    'emails/hello.md': '---\ntitle: Hello\nsubject: Hello\n---\n\nHello\n',
  };
  expect(testTree(fresh).tests).toEqual([
    expect.objectContaining({
      path,
      errors: [],
      result: expect.objectContaining({ passed: true }),
    }),
  ]);
  expect(planned(fresh, { held: {} }).changes.flatMap(({ errors }) => errors)).toEqual([]);
});

it('FTEST-01 a test is a file of the tree, and its text is the same after it was read', () => {
  expect(isManagedPath(path)).toBe(true);
  for (const other of ['tests/large.yml', 'tests/a/b/c.yml', 'tests/../x.yml', 'tests/a/b.json']) {
    expect(isManagedPath(other), other).toBe(false);
  }
  const { after } = planChanges(readTree(files), [], { prune: false, archived: [] });
  expect(after.flow_test.map(({ key }) => key)).toEqual(['welcome/large-plot']);
  const written = exportAccount(after).find(({ type }) => type === 'flow_test');
  expect([written?.path, written?.text]).toEqual([path, test]);
});

it.each([
  ['a flow that is not there', 'tests/welcom/a.yml', test, 'flow_unknown', '', 'welcome'],
  ['a step', path, test.replace('"2-send"', 'send'), 'step_unknown', 'expect.path[1]', '2-send'],
  [
    'an email',
    path,
    test.replace('hello', 'helo'),
    'email_unknown',
    'expect.sends[0].email',
    'hello',
  ],
  ['a key', path, test.replace('expect:', 'expects:'), 'key_unknown', 'expects', 'expect'],
  ['a time', path, test.replace('clock: "2026', 'clock: "at 2026'), undefined, 'clock', undefined],
])(
  'FTEST-01 offline validation finds %s with code, path and what was meant',
  (...[, at, text, code, where, near]) => {
    const { files: checked } = validateTree({ ...files, [at]: text });
    const errors = checked.find((file) => file.path === at)?.errors ?? [];
    const found = errors.find((error) => error.path === where);
    expect(errors).not.toEqual([]);
    expect(found?.fix).toBeTruthy();
    if (code !== undefined) expect(found?.code).toBe(code);
    expect(found?.did_you_mean).toBe(near);
  },
);

it('FTEST-01 a key inside a test is refused, since its path says what it is of', () => {
  const { parse_errors } = validateTree({ ...files, [path]: `key: x\n${test}` });
  expect(parse_errors.map(({ code, path: at }) => [code, at])).toEqual([['key_unknown', path]]);
});

it('FTEST-02 the tests of a tree run without a server, and say what is different', () => {
  expect(testTree(files).tests.map(({ result }) => result?.passed)).toEqual([true]);
  const [one] = testTree({ ...files, 'flows/welcome.json': flow(250) }).tests;
  expect([one?.flow, one?.name, one?.result?.passed]).toEqual(['welcome', 'large-plot', false]);
  expect(one?.result?.path).toEqual(['1-large', '3-mark']);
});

it('FTEST-03, DEFN-19 a flow that cannot be read of its file leaves its tests as they are', () => {
  const misread = JSON.stringify({ ...JSON.parse(flow(250)), labels: 'large' });
  const { changes, notices } = planned({ ...files, 'flows/welcome.json': misread });
  const found = changes.flatMap(({ path: at, errors, warnings }) =>
    [...errors, ...warnings].map((issue) => `${at} ${issue.path} ${issue.code}`),
  );
  expect([found, notices]).toEqual([['flows/welcome.json labels type_invalid'], []]);
});

it('FTEST-03 a test that an edit of its flow breaks blocks a push, and yields to force', () => {
  const { changes, notices } = planned({ ...files, 'flows/welcome.json': flow(250) });
  const change = changes.find(({ type }) => type === 'flow_test');
  expect(change?.kind).toBe('unchanged');
  expect(change?.warnings.map(({ code, path: at }) => [code, at])).toEqual([
    ['flow_test_failed', 'expect.path[1]'],
  ]);
  expect(change && [blocks(change, false), blocks(change, true)]).toEqual([true, false]);
  expect(notices).toEqual([]);
});

it('FTEST-03 what failed before and is as it was is a notice; an edit that corrects it passes', () => {
  const held = { ...files, 'flows/welcome.json': flow(250) };
  const other = { ...held, 'fields/size.json': '{"key": "size"}' };
  const broken = planned(other, { held });
  expect(broken.changes.filter((change) => blocks(change, false))).toEqual([]);
  expect(broken.notices.map((notice) => [notice.path, notice.errors[0]?.code])).toEqual([
    [path, 'flow_test_failed'],
  ]);
  const corrected = planned(files, { held });
  expect(corrected.notices).toEqual([]);
  expect(corrected.changes.filter((change) => blocks(change, false))).toEqual([]);
});

it('FTEST-01 a prune that takes a flow away from under its tests is blocked', () => {
  const { 'flows/welcome.json': _, ...rest } = files;
  const kept = planned(rest, { prune: true });
  const codes = kept.changes.flatMap(({ errors }) => errors.map(({ code }) => code));
  expect(codes).toContain('in_use');
  const { [path]: __, ...neither } = rest;
  const both = planned(neither, { prune: true });
  expect(both.changes.filter((change) => blocks(change, false))).toEqual([]);
});
