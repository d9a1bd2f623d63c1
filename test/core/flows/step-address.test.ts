import { addressedStep } from '@postroad/core/flows/definition/step-address';
import { expect, it } from 'vitest';

it.each<[string, number | null]>([
  ['7', 7],
  [' 7 ', 7],
  ['7-send-tips', 7],
  ['trial.7-send-tips', 7],
  ['trial.7', 7],
  ['other.7-send-tips', null],
  ['send-tips', null],
  ['0', null],
  ['-7', null],
  ['7.5', null],
  ['2147483648', null],
  ['99999999999999', null],
  ['7-Send Tips', null],
  ['', null],
  ['.7', null],
])('DEF-13 %j in the flow trial names the step %j', (address, id) => {
  expect(addressedStep('trial', address)).toBe(id);
});
