import { isTimeless } from '@postroad/core/content/render/is-timeless';
import { expect, it } from 'vitest';

it.each([
  ['Buy now, today', true],
  ['{{ person.first_name | default: "you" }} [x]', true],
  ['{% if person.fields.plan == "team" %}now{% endif %}', true],
  ['{{ now }}', false],
  ['{{ "today" | date: "%Y" }}', false],
  ['{{ person.fields.since | date: "%Y" }}', false],
  ['{% assign key = "no" | append: "w" %}{{ [key] }}', false],
])('tells what depends on the moment: %s', (html, timeless) => {
  const around = { subject: 'now', pre_header: '', text: '' };
  expect(isTimeless({ ...around, html })).toBe(timeless);
  expect(isTimeless({ ...around, html: '', subject: html })).toBe(timeless);
});
