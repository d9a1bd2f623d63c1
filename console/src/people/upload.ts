import { outlines } from 'console:outlines';
import type { OperationName, OperationOutput } from '@postroad/core/catalog/catalog';
import { apiPrefix } from '@postroad/core/platform/operations/operation';
import { surfaceHeader } from '@postroad/core/platform/surface';
import { namesHeader, operationNamesKept } from '@postroad/http/api/names-kept';
import { ProblemError } from '@postroad/http/client/client';
import { sessionEnded } from '../platform/session.ts';

interface UploadOptions {
  /** Media type of the file. */
  type: string;
  dryRun?: boolean;
}

function queryOf(input: Readonly<Record<string, unknown>>, dryRun: boolean): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (Array.isArray(value)) for (const entry of value) query.append(`${name}[]`, String(entry));
    else query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  if (dryRun) query.set('dry_run', '1');
  return query;
}

/** Calls an operation whose body is a file, which goes up as it is read. */
export async function upload<Name extends OperationName>(
  name: Name,
  file: Blob,
  input: Readonly<Record<string, unknown>>,
  { type, dryRun = false }: UploadOptions,
): Promise<OperationOutput<Name>> {
  const { method, path } = outlines[name];
  const response = await fetch(`${apiPrefix}${path}?${queryOf(input, dryRun)}`, {
    method,
    headers: {
      accept: 'application/json',
      'content-type': type,
      [surfaceHeader]: 'console',
      [namesHeader]: operationNamesKept,
    },
    credentials: 'same-origin',
    body: file,
  });
  const answer: unknown = await response.json();
  if (response.status === 401) sessionEnded();
  if (!response.ok) throw new ProblemError(answer as ProblemError['problem']);
  return answer as OperationOutput<Name>;
}
