import { compileEmail } from '@postroad/core/content/compile/compile';
import { prepareTemplate } from '@postroad/core/content/render/template';
import { resolveTheme } from '@postroad/core/content/themes/values';
import { describe, expect, it } from 'vitest';
import { compiledSample, everyConstruct, samplePerson } from '../../../support/sample-mail.ts';
import { inlineCss } from './compiling.ts';

const golden = (name: string) => `./golden/${name}`;

describe('golden mails', () => {
  it('every construct of markdown, buttons and components, in the default layout', async () => {
    const { html, text } = prepareTemplate(compiledSample(everyConstruct)).fill(samplePerson);
    await expect(html).toMatchFileSnapshot(golden('every-construct.html'));
    await expect(text).toMatchFileSnapshot(golden('every-construct.txt'));
  });

  const own = resolveTheme({
    link_color: { light: '#111111', dark: '#222222' },
    button_primary_background_color: { light: '#101010', dark: '#202020' },
  });
  const other = resolveTheme({
    link_color: { light: '#333333', dark: '#444444' },
    button_primary_background_color: { light: '#303030', dark: '#404040' },
  });

  it.each([
    ['plain', 'theme.link_color'],
    ['dark', 'theme.dark.link_color'],
    ['other-theme', 'theme.acme.link_color'],
    ['other-theme-dark', 'theme.acme.dark.link_color'],
    ['button-shorthand', 'theme.button_background_color'],
    ['button-shorthand-dark', 'theme.dark.button_background_color'],
    ['button-shorthand-other-theme-dark', 'theme.acme.dark.button_background_color'],
  ])('TAG-01, TAG-02, TAG-03, TAG-05, TAG-08 the tag form %s', async (name, path) => {
    const tag = `{{ ${path} }}`;
    const layout = {
      html: `<html><head><title>x</title></head><body><p style="color:${tag}">layout</p>{{ content }}</body></html>`,
      css: `strong{color:${tag}}\n@media (prefers-color-scheme: dark){strong{color:${tag}}}`,
    };
    const scope = {
      theme: own,
      themesByKey: new Map([['acme', other]]),
      components: new Map([['card', `<i style="color:${tag}">component</i>`]]),
    };
    const email = { subject: 's', pre_header: '', body_markdown: '{% component "card" %} **css**' };
    const { compiled, errors } = compileEmail(email, layout, scope, inlineCss);
    expect(errors).toEqual([]);
    await expect(`${compiled?.html}\n`).toMatchFileSnapshot(golden(`tag-${name}.html`));
  });
});
