import { parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { contractSchemasOf } from '@postroad/core/catalog/contract-schemas';
import { limits } from '@postroad/core/platform/limits';
import { scopeNeeded } from '@postroad/core/platform/operations/allowed';

/**
 * Run by the build on the sources: prints what the console knows of the catalog, as JSON, and the
 * words of the files that are named. The outlines are loaded at once; the schemas of a noun with its
 * first form or table.
 */
const outlines = Object.fromEntries(
  operationNames.map((name) => {
    const operation = operationNamed(name);
    const { noun, verb, summary, method, path, safety, revised, changes } = operation;
    const streams = operation.answerStream !== undefined || operation.bodyStream !== undefined;
    const scope = scopeNeeded(operation);
    return [name, { noun, verb, summary, method, path, safety, scope, revised, changes, streams }];
  }),
);

const schemas = {};
for (const name of operationNames) {
  const { noun } = operationNamed(name);
  schemas[noun] ??= {};
  schemas[noun][name] = contractSchemasOf(name);
}

const words = {};
for (const file of process.argv.slice(2)) {
  const code = parse(file).name;
  words[code] = (await import(pathToFileURL(file).href))[code];
}

process.stdout.write(JSON.stringify({ outlines, schemas, limits, words }));
