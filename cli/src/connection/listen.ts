import type { AddressInfo } from 'node:net';
import { createMetricsServer } from '@postroad/http/server';
import type { SubmissionServer } from '@postroad/http/submission/submission-server';
import type { Config } from '@postroad/service/app/config/config';
import type { Service } from '@postroad/service/app/service';

type HttpServer = ReturnType<typeof createMetricsServer>;

/** The address to call for a wildcard address to listen on. */
const loopbackOf: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

export function urlOf(host: string, port: number): string {
  const callable = loopbackOf[host] ?? host;
  return `http://${callable.includes(':') ? `[${callable}]` : callable}:${port}`;
}

export async function listen(
  app: HttpServer,
  { host, port }: Pick<Config, 'host' | 'port'>,
  variable: 'PORT' | 'METRICS_PORT' = 'PORT',
): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw cannotListen(error, host, port, variable);
  }
  return urlOf(host, (app.server.address() as AddressInfo).port);
}

function cannotListen(
  error: unknown,
  host: string,
  port: number,
  variable: 'PORT' | 'METRICS_PORT' | 'SUBMISSION_PORT',
): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  return new Error(
    code === 'EADDRINUSE'
      ? `Port ${port} of ${host} is in use. Set ${variable} to a free one, or stop the program that uses it.`
      : `The server cannot listen on HOST ${host} and ${variable} ${port}: ${message}.`,
  );
}

/** The listener of SUBMISSION_PORT, where it is set; its library is loaded only then. */
export async function listenForSubmission(
  service: Service,
  { host, submission, trustedProxies }: Config,
): Promise<SubmissionServer | null> {
  if (submission === null) return null;
  const { listenForMail } = await import('@postroad/http/submission/submission-server');
  try {
    return await listenForMail(service, { host, trustedProxies, ...submission });
  } catch (error) {
    throw cannotListen(error, host, submission.port, 'SUBMISSION_PORT');
  }
}

/** The listener of METRICS_PORT, where it is set. */
export async function listenForMetrics(
  service: Service,
  { host, metricsPort: port, metricsToken }: Config,
): Promise<HttpServer | null> {
  if (port === null) return null;
  const app = createMetricsServer(service, metricsToken);
  await listen(app, { host, port }, 'METRICS_PORT');
  return app;
}
