import { AddressRanges, isAddressRange } from '@postroad/service/platform/addresses';
import { describe, expect, it } from 'vitest';

describe('AddressRanges', () => {
  const ranges = new AddressRanges(['192.0.2.0/24', '198.51.100.7', '2001:db8::/48']);

  it.each([
    ['192.0.2.0', true],
    ['192.0.2.255', true],
    ['192.0.3.0', false],
    ['198.51.100.7', true],
    ['198.51.100.8', false],
    ['::ffff:192.0.2.9', true],
    ['2001:db8:0:ffff::1', true],
    ['2001:db8:1::1', false],
    ['', false],
    ['somewhere', false],
  ])('has %s: %s', (address, expected) => {
    expect(ranges.has(address)).toBe(expected);
  });

  it.each([
    ['192.0.2.0/24', true],
    ['192.0.2.128/25', true],
    ['192.0.2.9', true],
    ['192.0.2.0/23', false],
    ['0.0.0.0/0', false],
    ['2001:db8::/64', true],
    ['2001:db8::/32', false],
    ['::/0', false],
  ])('contains %s: %s', (range, expected) => {
    expect(ranges.contains(range)).toBe(expected);
  });

  it('contains nothing while empty', () => {
    const none = new AddressRanges([]);
    expect([none.isEmpty, none.contains('192.0.2.9'), none.has('192.0.2.9')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

it.each([
  ['10.0.0.0/8', true],
  ['10.0.0.1', true],
  ['fd00::/8', true],
  ['10.0.0.0/33', false],
  ['fd00::/129', false],
  ['10.0.0.0/8/8', false],
  ['fe80::1%eth0', false],
  ['10.0.0.0/', false],
  ['example.com', false],
])('isAddressRange %s: %s', (text, expected) => {
  expect(isAddressRange(text)).toBe(expected);
});
