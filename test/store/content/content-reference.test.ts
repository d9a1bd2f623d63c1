import { insertComponent } from '@postroad/store/content/component';
import { insertEmail } from '@postroad/store/content/email';
import { insertLayout } from '@postroad/store/content/layout';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';
import { runMigrationFrom } from '../../support/migration-part.ts';

let opened: OpenTestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
});

afterAll(() => opened.drop());

const texts = [
  '{% component "a" %}{% component \'b_1\' x:"y" %}{%-component "c-2"-%}{% component "a" %}',
  '{% component a %}{% components "x" %}{% component "A" %}{% component "d\' %}',
  '{% component\t\r\n"e" title:"{{ person.first_name }}" %}{% comment %}{% component "f" %}',
  '{{ theme.brand.link_color }}{{- theme . other . dark . link_color -}}{{theme.x.y-}}',
  '{{ theme.link_color }}{{ theme.dark.link_color }}{{ theme }}{{ themes.a.b }}{{ theme-a.b.c }}',
  '{{ theme.a.b | upcase }}{{ theme.a.b.c.d.e }}{{ theme.Ä.b }}{% if theme.q.r %}{{ theme.\nn.\tm }}',
  'nothing',
];

const rows = () =>
  transaction(opened.database, { readOnly: true }, async ({ sql }) => {
    const found = await sql<{ row: string }[]>`
      select concat_ws(' ', email_id, layout_id, component_id, kind, key) as row
      from content_references order by 1`;
    return found.map(({ row }) => row);
  });

it('an upgrade finds the references that saving writes', async () => {
  await transaction(opened.database, {}, async (tx) => {
    for (const [index, text] of texts.entries()) {
      const blank = {
        title: null,
        subject: '',
        pre_header: '',
        from_address: null,
        reply_to: null,
      };
      const address = { id: 1_000 + index, key: `content-${index}` };
      await insertEmail(tx, address, {
        ...blank,
        body_markdown: text,
        translations: {},
        labels: [],
        layout_id: null,
        tracking: true,
        kind: 'marketing',
      });
      await insertLayout(tx, address, { name: 'x', html: text, css: text, theme_id: null });
      await insertComponent(tx, { key: `key-${index}`, name: 'x', html: text });
    }
  });
  const saved = await rows();
  expect(saved.length).toBeGreaterThan(25);
  await transaction(opened.database, {}, async (tx) => {
    await tx.sql`delete from content_references`;
    await runMigrationFrom(tx, '0007-content-references.sql', 'with texts');
  });
  expect(await rows()).toEqual(saved);
});
