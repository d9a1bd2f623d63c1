import { normalise } from '@postroad/core/flows/definition/normalise';
import { review } from '@postroad/core/flows/definition/review';
import { issueCodes } from '@postroad/core/flows/validate/codes';
import { limits } from '@postroad/core/platform/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../support/property-tests.ts';
import { anyJson, definitionLike } from './arbitraries.ts';
import { branch, condition, context, exit, tag, trigger } from './checked.ts';

describe('issues', () => {
  it('VAL-03 carry path, code, node, severity, message and fix', () => {
    const nodes = [branch([{ type: 'send_email', email_id: 9, name: 'Say hello', id: 12 }])];
    expect(review({ trigger, nodes }, context).validation.errors).toEqual([
      {
        path: 'nodes[0].then[0].email_id',
        code: 'email_unknown',
        node: '12-say-hello',
        severity: 'error',
        message: 'There is no email 9.',
        fix: 'Use the id of an email from list_emails, or create it with create_email.',
      },
    ]);
  });

  it('VAL-04 come pass by pass', () => {
    const nodes = [exit, { type: 'send_email', email_id: 9, id: 1 }, { ...tag, id: 1 }, {}];
    const { validation } = review({ trigger, nodes }, context);
    expect(validation.errors.map((issue) => issue.code)).toEqual([
      'name_missing',
      'slug_missing',
      'step_type_unknown',
      'id_duplicate',
      'email_unknown',
      'step_after_exit',
    ]);
  });

  it('all have a code that is documented, and say what to do', () => {
    for (const entry of Object.values(issueCodes)) {
      expect(entry.meaning).toMatch(/\.$/);
      expect(entry.fix).toMatch(/\.$/);
    }
    fc.assert(
      fc.property(definitionLike, fc.oneof(fc.constant(null), definitionLike), (input, saved) => {
        const held = saved === null ? null : normalise(saved, null).definition;
        const { validation } = review(input, { ...context, held });
        for (const issue of [...validation.errors, ...validation.warnings]) {
          expect(Object.keys(issueCodes)).toContain(issue.code);
          expect(issue.fix).not.toBe('');
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('are counted where there are too many to list, and no error is lost behind warnings', () => {
    const nodes = [
      ...Array.from({ length: 1_500 }, (_, index) => ({ type: 'add_tag', tag: `new ${index}` })),
      { type: 'send_email', email_id: 9 },
    ];
    const { validation } = review({ trigger, nodes }, context);
    expect(validation.errors).toMatchObject([{ code: 'email_unknown' }]);
    expect(validation.warnings).toHaveLength(limits.issuesListedMax + 1);
    expect(validation.warnings.at(-1)).toMatchObject({
      code: 'more_issues',
      message: '500 more warnings are not listed.',
    });
  });

  it('take any JSON: deep, long, wrong', () => {
    const deep = JSON.parse(`${'{"then":['.repeat(60_000)}${']}'.repeat(60_000)}`);
    const wide = { trigger, nodes: Array.from({ length: 300_000 }, () => 1) };
    const keys = Object.fromEntries(
      Array.from({ length: 140_000 }, (_, index) => [`k${index}`, 1]),
    );
    const leaf = { ...condition, ...keys };
    const inputs = [
      deep,
      { trigger: deep, nodes: [deep] },
      wide,
      keys,
      { trigger: keys, nodes: [keys] },
    ];
    for (const input of [
      ...inputs,
      { trigger: { event: 'x', match: leaf }, nodes: [{ ...branch([]), condition: leaf }] },
    ]) {
      expect(() => review(input, context)).not.toThrow();
    }
    fc.assert(fc.property(anyJson, (input) => void review(input, context)));
  });
});
