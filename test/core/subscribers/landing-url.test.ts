import { landingUrl } from '@postroad/core/subscribers/landing-url';
import { expect, it } from 'vitest';

const token = 'AQx-_9';

it.each([
  ['https://a.example', `https://a.example?token=${token}`],
  ['https://a.example/bye', `https://a.example/bye?token=${token}`],
  ['https://a.example/bye?', `https://a.example/bye?token=${token}`],
  ['https://a.example/bye?x=1', `https://a.example/bye?x=1&token=${token}`],
  ['https://a.example/bye?x=1&', `https://a.example/bye?x=1&token=${token}`],
  ['https://a.example/#/bye', `https://a.example/?token=${token}#/bye`],
  ['https://a.example/?x=1#/bye?y=2', `https://a.example/?x=1&token=${token}#/bye?y=2`],
])('SET-13 adds the token to the query of %s', (url, landing) => {
  expect(landingUrl(url, token)).toBe(landing);
});

it.each([
  ['https://a.example/{token}', `https://a.example/${token}`],
  ['https://a.example/{token}/bye?x=1', `https://a.example/${token}/bye?x=1`],
  ['https://a.example/?t={token}&u={token}', `https://a.example/?t=${token}&u=${token}`],
  ['https://a.example/#/bye/{token}', `https://a.example/#/bye/${token}`],
  ['https://a.example/?t=%7Btoken%7D', `https://a.example/?t=${token}`],
])('SET-14 puts the token in place of its placeholder in %s', (url, landing) => {
  expect(landingUrl(url, token)).toBe(landing);
});
