import type { FormField } from '@postroad/core/forms/form-operations';
import { readSignUp } from '@postroad/core/forms/sign-up';
import { expect, it } from 'vitest';

const fields: FormField[] = [{ name: 'tips', label: 'Tips', type: 'checkbox', required: false }];

it.each([
  ...['on', 'true', '1', 'yes', 'Tips, too', true, 1].map((given) => [given, true] as const),
  ...['off', 'false', '0', 'No', '', false, 0, null, undefined, {}].map(
    (given) => [given, false] as const,
  ),
])('FORM-05 takes a checkbox that is sent as %j for ticked: %s', (given, tips) => {
  const read = readSignUp(fields, { email: 'reader@example.com', tips: given });
  expect(read).toMatchObject({ answers: { fields: { tips } } });
});
