import { prepareTemplate } from '@postroad/core/content/render/template';
import {
  liquidEngine,
  optimizedEngine,
  type TemplateEngine,
} from '@postroad/core/content/render/template-engine';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { compiledSample, everyConstruct, samplePerson } from '../../../support/sample-mail.ts';
import { findDifference, outcomeOf, type TemplateCase } from './template-difference.ts';
import {
  addresses,
  badlyNested,
  exhausting,
  scope,
  template,
  trackedAddresses,
} from './template-grammar.ts';

const every = fc.record({ html: fc.boolean(), encoded: fc.boolean() });
const html = fc.record({ html: fc.constant(true), encoded: fc.boolean() });
const sent = fc.constant({ html: true, encoded: true });

function casesOf(source: fc.Arbitrary<string>, flavour = every): fc.Arbitrary<TemplateCase> {
  return fc.record({ source, scope, flavour });
}

const cases: [about: string, cases: fc.Arbitrary<TemplateCase>, runs: number][] = [
  ['templates of every tag', casesOf(template), 600],
  ['addresses that are checked', casesOf(addresses, html), 200],
  ['addresses that are tracked', casesOf(trackedAddresses, sent), 200],
  ['blocks that do not match', casesOf(badlyNested), 200],
  ['templates that need too much memory', casesOf(exhausting), 80],
];

/** An engine that differs from the optimized one in what it writes, or in how it fails. */
function sabotaged(
  source: (source: string) => string,
  outcome: (render: () => string) => string = (render) => render(),
): TemplateEngine {
  return (sources, options) => {
    const { render } = optimizedEngine(sources.map(source), options);
    return { render: (scope, renderMs) => outcome(() => render(scope, renderMs)) };
  };
}

function failing(change: (error: Error) => string): (render: () => string) => string {
  return (render) => {
    try {
      return render();
    } catch (error) {
      return change(error as Error);
    }
  };
}

const same = (source: string) => source;
const engines: [what: string, engine: TemplateEngine][] = [
  ['leaves a quote as it is', sabotaged(same, (render) => render().replaceAll('&#39;', "'"))],
  ['takes blanks for something', sabotaged((source) => source.replace('== blank', '== empty'))],
  ['writes no default', sabotaged((source) => source.replace(/\| default: "none"/, ''))],
  [
    'loops from the first item',
    sabotaged((source) => source.replace(/ (?:reversed|offset:1)/, '')),
  ],
  ['continues after a break', sabotaged((source) => source.replace(/\{%-? break -?%\}/, ''))],
  ['keeps white space', sabotaged((source) => source.replace('{{-', '{{'))],
  [
    'writes nothing where it fails',
    sabotaged(
      same,
      failing(() => ''),
    ),
  ],
  [
    'says nowhere where it fails',
    sabotaged(
      same,
      failing((error) => {
        throw Object.assign(error, { message: error.message.replace(/, line:.*/s, '') });
      }),
    ),
  ],
];

describe('the optimized engine beside LiquidJS', () => {
  it('QUICK-01 a mail is the same from either, and its caller does not know which it has', () => {
    const compiled = compiledSample(everyConstruct);
    const mails = [liquidEngine, optimizedEngine, undefined].map((engine) => {
      const prepared = prepareTemplate(compiled, engine === undefined ? {} : { engine });
      const tracking = { openUrl: 'https://a.b/o', clickUrl: 'https://a.b/c/', linkTo: same };
      const encoded = prepared.fillEncoded(samplePerson, tracking);
      return [prepared.fill(samplePerson), prepared.fillEncoded(samplePerson), encoded];
    });
    expect(mails[0]).toEqual(mails[1]);
    expect(mails[1]).toEqual(mails[2]);
  });

  describe('while no time goes by', () => {
    // Only limits that count decide, whichever engine is the faster one.
    beforeEach(() => {
      vi.spyOn(performance, 'now').mockReturnValue(1);
    });
    afterEach(() => {
      vi.restoreAllMocks();
    });

    it.each(cases)('QUICK-02 writes and fails the same: %s', (_, some, numRuns) => {
      expect(findDifference([liquidEngine, optimizedEngine], some, { numRuns })).toBeNull();
    });

    it.each(engines)('QUICK-03 an engine that %s is found out', (_, engine) => {
      const isFound = cases.some(([, some, numRuns]) => {
        return findDifference([liquidEngine, engine], some, { numRuns, shrink: false }) !== null;
      });
      expect(isFound).toBe(true);
    });

    it('QUICK-02 the templates reach every outcome', () => {
      const outcomes = cases.flatMap(([, some, runs]) =>
        fc.sample(some, runs / 4).map((one) => outcomeOf(optimizedEngine, one)),
      );
      const count = (pattern: RegExp) => outcomes.filter((outcome) => pattern.test(outcome)).length;
      expect(count(/^writes: ./)).toBeGreaterThan(outcomes.length / 2);
      expect(count(/^does not parse/)).toBeGreaterThan(20);
      expect(count(/^fails: RenderError: memory alloc limit/)).toBeGreaterThan(2);
      expect(count(/^fails: (?!RenderError: memory)/)).toBeGreaterThan(2);
    });
  });

  it.each([
    '{% for i in (1..90000) %}{% for j in (1..90000) %}{{ i }}{% endfor %}{% endfor %}',
    '{% for a in many %}{% for b in many %}{{ a }}{{ b }}{% endfor %}{% endfor %}',
    '{% for a in many %}{% for b in many %}{% for c in many %}{{ c }}{% endfor %}{% endfor %}{% endfor %}',
  ])('QUICK-02 gives up what takes too long, in the same words: %s', (source) => {
    const many = Array.from({ length: 500 }, (_, at) => at);
    const one = { source, scope: { many }, flavour: { html: true, encoded: false } };
    for (const engine of [liquidEngine, optimizedEngine]) {
      expect(outcomeOf(engine, one, 20)).toMatch(
        /^fails: RenderError: template render limit exceeded/,
      );
    }
  });
});
