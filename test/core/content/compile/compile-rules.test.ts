import { compileInto, compileRules } from '@postroad/core/content/compile/compile';
import { startOf } from '@postroad/core/content/compile/compile-state';
import { defaultLayout } from '@postroad/core/content/compile/default-layout';
import { prepareLayout } from '@postroad/core/content/compile/layout';
import { applyRules } from '@postroad/core/content/compile/rules';
import { resolveTheme } from '@postroad/core/content/themes/values';
import { describe, expect, it } from 'vitest';
import { everyConstruct, sampleComponents } from '../../../support/sample-mail.ts';
import { inlineCss } from './compiling.ts';

const scope = {
  theme: resolveTheme({}),
  themesByKey: new Map(),
  components: sampleComponents,
};

function preparedLayout() {
  const { prepared } = prepareLayout(defaultLayout, scope);
  if (!prepared) throw new Error('The default layout does not prepare.');
  return prepared;
}

/** Freezes everything but what the Map and Set of JavaScript keep inside. */
function freezeDeep(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const member of Object.values(value)) freezeDeep(member);
  if (value instanceof Map) for (const member of value.values()) freezeDeep(member);
}

const emails = [
  everyConstruct,
  { subject: 's', pre_header: '', body_markdown: '{{ nope }} {% component "gone" %}' },
  { subject: '{{ x | nope }}', pre_header: '', body_markdown: '{{ theme.nope }}' },
  { subject: 's', pre_header: '', body_markdown: '{% if a %}<div>{% endif %}lqx0z <b class="' },
];

describe('UNIT-09 the compile of an email is a table of rules', () => {
  it('names each rule as its function is named', () => {
    for (const [name, rule] of compileRules) expect(rule.name).toBe(name);
    const once = compileRules.map(([name]) => name).filter((name) => name !== 'stopAtErrors');
    expect(new Set(once).size).toBe(once.length);
  });

  it.each(emails)('no rule changes the state it is given: $body_markdown', (email) => {
    let state = startOf(preparedLayout(), email, inlineCss);
    for (const [, rule] of compileRules) {
      freezeDeep(state);
      const next = rule(state);
      expect(rule(state)).toEqual(next);
      state = next;
      if (state.stopped) break;
    }
    const { compiled, errors, warnings } = compileInto(preparedLayout(), email, inlineCss);
    expect(state.errors).toEqual(errors);
    expect(state.warnings).toEqual(warnings);
    expect(state.stopped).toBe(compiled === null);
    if (compiled) expect(state.document).toBe(compiled.html);
  });

  it('shows all errors of the rules before a stop, and runs none after it', () => {
    const [, , refused] = emails;
    if (!refused) throw new Error('There is no such email.');
    const end = applyRules(compileRules, startOf(preparedLayout(), refused, inlineCss));
    expect(end.stopped).toBe(true);
    expect(end.errors.map(({ path }) => path)).toEqual(['body_markdown', 'subject']);
    expect(end.markdown).toBe('');
  });
});
