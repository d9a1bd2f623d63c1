import { keyFromName } from '@postroad/core/platform/key-from-name';
import { expect, it } from 'vitest';

it.each([
  ['Welcome aboard', 'welcome-aboard'],
  ['Überraschung für Zoë!', 'uberraschung-fur-zoe'],
  ['Welcome {{ person.first_name | default: "there" }}', 'welcome'],
  ['{% if event.details.pro %}Pro{% else %}Basic{% endif %} ends', 'pro-basic-ends'],
  ['{{ event.details.title }}', ''],
  ['100 % {off', '100-off'],
  ['日本', ''],
])('AGT-16 the key of %j is %j', (name, key) => {
  expect(keyFromName(name, 80)).toBe(key);
});

it('AGT-16 a key ends where its length does, without a hyphen', () => {
  expect(keyFromName('one two three', 8)).toBe('one-two');
});
