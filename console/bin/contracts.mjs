import { operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { contractSchemasOf } from '@postroad/core/catalog/contract-schemas';
import { scopeNeeded } from '@postroad/core/platform/operations/allowed';

/**
 * Run by the build on the sources: prints what the console knows of the catalog, as JSON. The
 * outlines are loaded at once; the schemas of a noun with its first form or table.
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

process.stdout.write(JSON.stringify({ outlines, schemas }));
