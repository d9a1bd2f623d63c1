import { CallLimits, LimitReached } from '@postroad/service/account/call-limits';
import { FailedLogins } from '@postroad/service/account/failed-logins';
import { networkOf } from '@postroad/service/platform/addresses';
import { Counters } from '@postroad/service/platform/counters';
import { TokenBucket } from '@postroad/service/platform/token-bucket';
import { describe, expect, it } from 'vitest';

/** Real time that a test moves. */
function timeline() {
  let ms = 0;
  return {
    now: () => ms,
    pass: (more: number) => {
      ms += more;
    },
  };
}

/** How many of `tries` calls are allowed. */
function allowed(tries: number, call: () => unknown): number {
  let done = 0;
  for (let tried = 0; tried < tries; tried += 1) {
    try {
      call();
      done += 1;
    } catch (error) {
      expect(error).toMatchObject({ code: 'rate_limited' });
    }
  }
  return done;
}

describe('TokenBucket', () => {
  it('allows its burst at once, then what comes in with time', () => {
    const bucket = new TokenBucket({ perSecond: 2, burst: 3 }, 0);
    const waits = [0, 0, 0, 0].map(() => bucket.take(0).waitSeconds);
    expect(waits).toEqual([0, 0, 0, 1]);
    expect(bucket.take(500)).toEqual({ remaining: 0, resetSeconds: 2, waitSeconds: 0 });
    expect(bucket.take(600).waitSeconds).toBe(1);
    expect(bucket.take(60_000)).toEqual({ remaining: 2, resetSeconds: 1, waitSeconds: 0 });
  });
});

describe('CallLimits', () => {
  const actor = { id: 'token 1' };

  it('LIM2-02 allows the rate and the burst of each token', () => {
    const time = timeline();
    const rates = new CallLimits({ perSecond: 10, burst: 20 }, time.now);
    expect(allowed(30, () => rates.count('calls', actor))).toBe(20);
    expect(allowed(30, () => rates.count('calls', { id: 'token 2' }))).toBe(20);
    time.pass(1_000);
    expect(allowed(30, () => rates.count('calls', actor))).toBe(10);
  });

  it('LIM2-02 says what the limit is, and how long to wait', () => {
    const rates = new CallLimits({ perSecond: 1, burst: 1 }, () => 0);
    rates.count('calls', actor);
    expect(() => rates.count('calls', actor)).toThrow(LimitReached);
    expect(() => rates.count('calls', actor)).toThrow(/1 calls a second, and 1 at once\. Wait 1 s/);
  });

  it('LIM2-02 limits nothing at a rate of 0', () => {
    const rates = new CallLimits({ perSecond: 0, burst: 1 }, () => 0);
    expect(allowed(5_000, () => rates.count('calls', actor))).toBe(5_000);
  });

  it('LIM2-03 allows 20 renders a second, and 60 at once', () => {
    const time = timeline();
    const rates = new CallLimits({ perSecond: 1_000, burst: 2_000 }, time.now);
    expect(allowed(100, () => rates.count('renders', actor))).toBe(60);
    time.pass(1_000);
    expect(allowed(100, () => rates.count('renders', actor))).toBe(20);
    expect(allowed(100, () => rates.count('calls', actor))).toBe(100);
  });
});

describe('FailedLogins', () => {
  it('LIM2-04 takes 10 wrong tokens a minute from an address, and counts all', () => {
    const time = timeline();
    const counters = new Counters();
    const logins = new FailedLogins(counters, time.now);
    expect(allowed(15, () => logins.count('192.0.2.1'))).toBe(10);
    expect(allowed(15, () => logins.count('192.0.2.2'))).toBe(10);
    time.pass(60_000);
    expect(allowed(15, () => logins.count('192.0.2.1'))).toBe(10);
    expect(Object.fromEntries(counters.all())).toEqual({ logins_failed: 45, logins_limited: 15 });
  });

  it('LIM2-04 counts IPv6 by /64, and mapped IPv4 as IPv4', () => {
    const logins = new FailedLogins(new Counters(), () => 0);
    const hosts = ['1', '2:3', 'ffff', '4:5:6'];
    let tried = 0;
    const next = () => {
      tried += 1;
      logins.count(`2001:db8:1:2::${hosts[tried % hosts.length]}`);
    };
    expect(allowed(20, next)).toBe(10);
    expect(allowed(20, () => logins.count('2001:db8:1:3::1'))).toBe(10);
    expect(allowed(6, () => logins.count('192.0.2.1'))).toBe(6);
    expect(allowed(6, () => logins.count('::ffff:192.0.2.1'))).toBe(4);
  });
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:DB8:0:0:1:2:3:4', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['nonsense', 'nonsense'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
