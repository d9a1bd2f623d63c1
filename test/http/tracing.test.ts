import { setTimeout as pause } from 'node:timers/promises';
import { inSpan } from '@postroad/core/platform/tracing/in-span';
import { readConfig } from '@postroad/service/app/config/config';
import { createLog } from '@postroad/service/platform/log';
import { openTracer } from '@postroad/service/platform/observing/open-tracer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type OtlpReceiver,
  type ReceivedSpan,
  startOtlpReceiver,
} from '../support/otlp-receiver.ts';
import { type RealServer, startReal } from './real-server.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentSpanId = '00f067aa0ba902b7';

const jsonTo = (url: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
});

describe('OBS-03 traces', () => {
  let receiver: OtlpReceiver;
  let spans: ReceivedSpan[];
  let lines: Record<string, unknown>[];

  const named = (name: string) => spans.filter((span) => span.name === name);
  const only = (name: string, from: readonly ReceivedSpan[] = spans) => {
    const [found, ...more] = from.filter((span) => span.name === name);
    if (found === undefined || more.length > 0)
      throw new Error(`There are ${more.length} ${name}.`);
    return found;
  };
  const below = (parent: ReceivedSpan) =>
    spans.filter((span) => span.parentSpanId === parent.spanId);

  /** Everything that the tests look at, since spans arrive when the service ends. */
  async function useAll(server: RealServer): Promise<void> {
    const post = (headers: Record<string, string>, name: string) =>
      server.ask('POST', '/api/v1/events', {
        headers,
        body: { email: 'ada@example.com', name, details: { secret: 'hush' } },
      });
    await post({ traceparent: `00-${traceId}-${parentSpanId}-01` }, 'signed_up');
    while (await server.service.tick());
    await server.ask('GET', '/api/v1/people/nobody@example.com');
    await server.ask('GET', '/api/v1/people', { token: 'wrong-hush' });
    await Promise.all(
      Array.from({ length: 12 }, (_, at) => post({ 'x-request-id': `event-${at}` }, 'visited')),
    );
    for (const path of ['/healthz', '/readyz', '/metrics', '/o/hush', '/c/hush']) {
      await server.ask('GET', path);
    }
    await server.ask('POST', '/u/hush');
    await server.ask('GET', '/unsubscribe/hush?hush');
  }

  beforeAll(async () => {
    receiver = await startOtlpReceiver();
    const server = await startReal(jsonTo(`${receiver.url}/`));
    await useAll(server);
    await server.stop();
    spans = receiver.spans();
    lines = server.requests;
  });

  afterAll(() => receiver.close());

  it('go by OTLP over HTTP, with the service and its version', () => {
    expect(new Set(receiver.requests.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
    expect(receiver.resource()).toMatchObject({
      'service.name': 'postroad',
      'service.version': expect.any(String),
    });
  });

  it('OBS-02 take the trace of a request on, through HTTP, invoke, group and transaction', () => {
    const request = only(
      'POST /api/v1/events',
      spans.filter((span) => span.traceId === traceId),
    );
    expect(request).toMatchObject({
      parentSpanId,
      kind: 2,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/v1/events',
        'http.response.status_code': 201,
        'postroad.actor': 'environment',
      },
    });
    const invoke = only('invoke record_event', below(request));
    expect(invoke.attributes).toMatchObject({
      'postroad.operation': 'record_event',
      'postroad.surface': 'http',
    });
    const group = only('group', below(invoke));
    const transaction = only('transaction', below(group));
    expect(transaction).toMatchObject({
      kind: 3,
      traceId,
      attributes: { 'db.system.name': 'postgresql', 'postroad.read_only': false },
    });
    const line = lines.find(({ trace_id }) => trace_id === traceId);
    expect(line).toMatchObject({ route: '/api/v1/events', status: 201 });
  });

  it('join what is written together with each of its calls', () => {
    const calls = lines
      .filter(({ request_id }) => String(request_id).startsWith('event-'))
      .map(({ trace_id }) => String(trace_id));
    expect(new Set(calls).size).toBe(12);
    const groups = named('group').filter((span) => span.traceId !== traceId);
    const reached = groups.flatMap((span) => [span, ...(span.links ?? [])]);
    expect(reached.map((point) => point.traceId).toSorted()).toEqual(calls.toSorted());
    const counted = groups.map(({ attributes }) => Number(attributes['postroad.calls']));
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(12);
  });

  it('show rounds that had work, with their transactions, and no others', () => {
    const rounds = spans.filter(({ name }) => name.startsWith('round '));
    expect(rounds.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['round runs', 'round sends']),
    );
    for (const round of rounds) {
      expect(round.parentSpanId ?? '').toBe('');
      expect(Number(round.attributes['postroad.count'])).toBeGreaterThan(0);
      expect(below(round).map(({ name }) => name)).toContain('transaction');
    }
    expect(named('round imports')).toEqual([]);
  });

  it('show each hand-off as a trace that leads back to its round', () => {
    const [handOff, ...more] = named('hand_off');
    expect(more).toEqual([]);
    expect(handOff).toMatchObject({
      kind: 3,
      attributes: {
        'postroad.send_id': expect.anything(),
        'postroad.provider': 'outbox',
        'postroad.outcome': 'accepted',
        'postroad.source': 'flow',
      },
    });
    const [link] = handOff?.links ?? [];
    const round = spans.find(({ spanId }) => spanId === link?.spanId);
    expect(round?.name).toBe('round sends');
  });

  it('name a refusal by its code, which is no failure', () => {
    const missing = only('GET /api/v1/people/:person');
    const invoke = only('invoke get_person', below(missing));
    expect(invoke.attributes['postroad.refusal']).toBe('not_found');
    for (const span of [missing, invoke]) expect(span.status?.code ?? 0).toBe(0);
    expect(only('GET /api/v1/people').attributes['http.response.status_code']).toBe(401);
  });

  it('leave out what the log is quiet about, and what is part of nothing', () => {
    const routes = spans.map(({ attributes }) => attributes['http.route']);
    for (const route of [
      '/healthz',
      '/readyz',
      '/metrics',
      '/o/:token',
      '/c/:token',
      '/u/:token',
    ]) {
      expect(routes).not.toContain(route);
    }
    expect(routes).toContain('/unsubscribe/:token');
    const lone = named('transaction').filter(({ parentSpanId: parent }) => !parent);
    expect(lone).toEqual([]);
  });

  it('have no address, no token and no text in them', () => {
    // Not as a whole: the difference of a long text says less than the span.
    const found = spans.filter((span) => /@|hush|nobody|secret|Welcome/.test(JSON.stringify(span)));
    expect(found).toEqual([]);
  });
});

describe('OBS-03 a tracer', () => {
  it('is none without an endpoint, or where OpenTelemetry is turned off', async () => {
    const log = createLog('silent');
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
    for (const env of [
      {},
      { ...endpoint, OTEL_SDK_DISABLED: 'TRUE' },
      { ...endpoint, OTEL_TRACES_EXPORTER: 'none' },
    ]) {
      expect(await openTracer(readConfig(env).traces, log)).toBeNull();
    }
  });

  it('reads the variables of OpenTelemetry', () => {
    const target = (env: Record<string, string>) => readConfig(env).traces;
    expect(target({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://a.example/x' })).toEqual({
      url: 'https://a.example/x/v1/traces',
      protocol: 'http/protobuf',
    });
    const own = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://a.example',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://b.example/in',
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
    };
    expect(target(own)).toEqual({ url: 'https://b.example/in', protocol: 'http/json' });
    expect(() => target({ ...own, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'grpc' })).toThrow(
      /^OTEL_EXPORTER_OTLP_TRACES_PROTOCOL must be one of http\/protobuf, http\/json/,
    );
    expect(() => target({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow(
      /^OTEL_EXPORTER_OTLP_ENDPOINT must be an address/,
    );
  });

  it('names a failure by its kind, and never by its message', async () => {
    const receiver = await startOtlpReceiver();
    const target = readConfig(jsonTo(receiver.url)).traces;
    const tracer = await openTracer(target, createLog('silent'));
    if (tracer === null) throw new Error('There is no tracer.');
    const fail = inSpan(tracer, 'work', {}, async () => {
      throw new TypeError('Key (email)=(ada@example.com) already exists');
    });
    await expect(fail).rejects.toThrow('ada');
    await tracer.close();
    const [span] = receiver.spans();
    expect(span).toMatchObject({ attributes: { 'error.type': 'TypeError' }, status: { code: 2 } });
    expect(JSON.stringify(span)).not.toContain('ada');
    await receiver.close();
  });

  it('says once that traces do not arrive, and that they arrive again', async () => {
    const receiver = await startOtlpReceiver();
    receiver.status = 400;
    const lines: string[] = [];
    const log = createLog('debug', (line) => lines.push(JSON.parse(line).message) > 0);
    const tracer = await openTracer(readConfig(jsonTo(receiver.url)).traces, log);
    // As many as are sent at once, so that nothing is waited for.
    const send = async () => {
      const before = receiver.requests.length;
      for (let at = 0; at < 512; at += 1) tracer?.start('work').end();
      await expect.poll(() => receiver.requests.length).toBeGreaterThan(before);
      await pause(0);
    };
    await send();
    await send();
    receiver.status = 200;
    await expect
      .poll(async () => {
        await send();
        return lines;
      })
      .toEqual(['Traces do not arrive, and are dropped.', 'Traces arrive again.']);
    await tracer?.close();
    await receiver.close();
  });

  it('does not hold up a stop where the collector does not answer', async () => {
    const receiver = await startOtlpReceiver();
    const target = readConfig(jsonTo(receiver.url)).traces;
    await receiver.close();
    const tracer = await openTracer(target, createLog('silent'));
    tracer?.start('work').end();
    await tracer?.close();
    expect(receiver.requests).toEqual([]);
  });
});
