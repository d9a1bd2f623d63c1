import { checkLiquid } from '@postroad/core/content/liquid/check-liquid';
import { isMergeVariable, mergeVariables } from '@postroad/core/content/text/merge-context';
import { describe, expect, it } from 'vitest';

describe('Liquid checks at save', () => {
  it.each([
    ['Hi\n  {{ person.first_name | upcse }}', 'unknown_filter', 'Line 2, column 3', '"upcase"'],
    ['{% iff x %}{% endif %}', 'unknown_tag', 'Line 1, column 1', '"if"'],
    ['a {% if person.id %}b', 'liquid_syntax', 'Line 1, column 3', 'not closed'],
    ['a {{ person.first_name', 'liquid_syntax', 'Line 1, column 3', 'not closed'],
    ['{{ person.first_name | raw }}', 'unknown_filter', 'Line 1, column 1', '"raw"'],
    ['x\n\n{% include "secret" %}', 'unknown_tag', 'Line 3, column 1', '"include"'],
    ['{% render "a" %}', 'unknown_tag', 'Line 1', '"render"'],
    ['{% layout "a" %}', 'unknown_tag', 'Line 1', '"layout"'],
    ['{% for x %}{% endfor %}', 'liquid_syntax', 'Line 1', 'for x'],
    ['\n{% button label:"x" %}', 'liquid_syntax', 'Line 2, column 1', 'needs a url'],
    ['{% button label:Open&now url:"x" %}', 'liquid_syntax', 'Line 1', 'quotes'],
    ['{% button label:"x" url:"y" style:huge %}', 'liquid_syntax', 'Line 1', 'primary'],
    ['{% button label:"x {{ y | nope }}" url:"y" %}', 'unknown_filter', 'Line 1', '"nope"'],
    ['{% button label:"x" url:"y" size:2 %}', 'liquid_syntax', 'Line 1', '"size"'],
  ])('%j is an error %s with its place', (source, code, place, word) => {
    const { errors } = checkLiquid(source, 'body_markdown');
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ path: 'body_markdown', code });
    expect(errors[0]?.message).toContain(place);
    expect(errors[0]?.message).toContain(word);
    expect(errors[0]?.message).toContain('It says: ');
  });

  it('tags that nest without end are refused before anything recurses into them', () => {
    const source = `${'{% if person.id %}'.repeat(20_000)}`;
    const [error] = checkLiquid(source, 'body_markdown').errors;
    expect(error).toMatchObject({ code: 'liquid_too_deep' });
    expect(error?.message).toContain('Line 1, column 1801');
    const [other] = checkLiquid(`{{ ${'('.repeat(50_000)} }}`, 'body_markdown').errors;
    expect(other?.message).toContain('too deeply');
  });

  it('a subject has no buttons', () => {
    const [error] = checkLiquid('{% button label:"x" url:"y" %}', 'subject').errors;
    expect(error?.code).toBe('unknown_tag');
  });

  it.each([
    ['{{ person.frist_name }}', 'person.first_name'],
    ['{{ mailing_adress }}', 'mailing_address'],
    ['{% if persn.email %}{% endif %}', 'person.email'],
    ['{{ automation.subscripton.product }}', 'automation.subscription.product'],
    ['{% button label:person.frist_name url:"https://x" %}', 'person.first_name'],
    ['{% button label:"Hi {{ person.frist_name }}" url:"https://x" %}', 'person.first_name'],
    ['{% for x in person.tagz %}{{ x }}{% endfor %}', 'person.tags'],
  ])('%j is a warning that names %s', (source, near) => {
    const { errors, warnings } = checkLiquid(source, 'body_markdown');
    expect(errors).toEqual([]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ path: 'body_markdown', code: 'unknown_variable' });
    expect(warnings[0]?.message).toContain(`"${near}"`);
  });

  it.each([
    ['{{ person.city }}', 'person.fields.city'],
    ['{{ person.plan }}', 'person.fields.plan'],
    ['{% if person.city == "Paris" %}Bonjour{% endif %}', 'person.fields.city'],
    ['{{ event.total }}', 'event.details.total'],
    ['{{ person.name }}', 'person.first_name'],
    ['{{ person.id_number.x }}', null],
    ['{{ person["home town"] }}', null],
    ['{{ account.city }}', null],
  ])(
    'FIX-01 %j means a field or a detail, rather than the member that the name before it makes near: %s',
    (source, near) => {
      const { warnings } = checkLiquid(source, 'body_markdown');
      expect(warnings).toHaveLength(1);
      const { message = '', fix } = warnings[0] ?? {};
      expect(/Did you mean "(.*)"\?/.exec(message)?.[1] ?? null).toBe(near);
      if (near !== null) expect(fix).toContain(`"${near}"`);
      else expect(message).toContain('It renders blank.');
    },
  );

  it.each(['subject', 'pre_header'])(
    'TAG-06 a theme tag in a %s is said to render blank',
    (field) => {
      const { warnings } = checkLiquid('{{ theme.link_color }}', field);
      expect(warnings).toMatchObject([{ path: field, code: 'unknown_variable' }]);
      expect(warnings[0]?.message).toContain(
        'not for a subject or a pre-header. It renders blank.',
      );
      expect(warnings[0]?.message).not.toContain('{{ theme.link_color }}');
    },
  );

  it.each([
    'plain',
    '{{ person.first_name | default: "x" | truncate: 20, "…" }}',
    '{{ person.fields.anything.at.all }} {{ person.fields["with space"] }}',
    '{% assign n = person.id | plus: 1 %}{{ n }}{% capture c %}{{ n }}{% endcapture %}{{ c }}',
    '{% for item in event.details.items limit: 3 %}{{ forloop.index }} {{ item.name }}{% endfor %}',
    '{% if person.tags contains "vip" and person.tags.size > 1 %}a{% elsif event == nil %}b{% endif %}',
    '{% case event.name %}{% when "a", "b" %}x{% else %}y{% endcase %}',
    '{{ automation.subscription.next_renewal_at | date: "%B %-d" }} {{ "now" | date: "%Y" }}',
    '{% unless mailing_address == blank %}{{ mailing_address }}{% endunless %}{{ account.name }}',
    '{% raw %}{{ nothing }}{% endraw %}{% comment %}{{ nothing }}{% endcomment %}{% # note %}',
    '{% button label:"Open" url:https://example.com/{{ person.id }} style:primary %}',
    '{% cycle "a", "b" %}{% liquid assign x = 1\n echo x %}',
  ])('%j draws nothing', (source) => {
    expect(checkLiquid(source, 'body_markdown')).toEqual({ errors: [], warnings: [] });
  });

  it('every documented variable is known, and only its members', () => {
    for (const { name } of mergeVariables) {
      expect(isMergeVariable(name.replace('*', 'x').split('.')), name).toBe(true);
    }
    expect(isMergeVariable(['person'])).toBe(true);
    expect(isMergeVariable(['person', 'password'])).toBe(false);
    expect(isMergeVariable(['process', 'env'])).toBe(false);
  });
});
