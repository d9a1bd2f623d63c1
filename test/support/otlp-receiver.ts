import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface OtlpValue {
  stringValue?: string;
  boolValue?: boolean;
  intValue?: number;
}

interface OtlpAttribute {
  key: string;
  value: OtlpValue;
}

interface OtlpSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  attributes: OtlpAttribute[];
  links?: { traceId: string; spanId: string }[];
  status?: { code?: number };
}

interface OtlpBody {
  resourceSpans: {
    resource: { attributes: OtlpAttribute[] };
    scopeSpans: { spans: OtlpSpan[] }[];
  }[];
}

export interface ReceivedSpan extends Omit<OtlpSpan, 'attributes'> {
  attributes: Record<string, unknown>;
}

export interface OtlpReceiver {
  url: string;
  requests: { path: string; headers: IncomingHttpHeaders; body: Buffer }[];
  /** The status of the answers. */
  status: number;
  /** The spans of bodies in JSON. */
  spans(): ReceivedSpan[];
  /** The attributes of the process that sent the first body in JSON. */
  resource(): Record<string, unknown>;
  close(): Promise<void>;
}

function attributesOf(attributes: readonly OtlpAttribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

/** A collector of traces: takes OTLP over HTTP, and keeps it. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const requests: OtlpReceiver['requests'] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      requests.push({ path, headers, body: Buffer.concat(pieces) });
      response.writeHead(receiver.status, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bodies = () => requests.map(({ body }) => JSON.parse(body.toString()) as OtlpBody);
  const receiver: OtlpReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    status: 200,
    spans: () =>
      bodies()
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map((span) => ({ ...span, attributes: attributesOf(span.attributes) })),
    resource: () =>
      attributesOf(
        bodies().flatMap(({ resourceSpans }) => resourceSpans)[0]?.resource.attributes ?? [],
      ),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
