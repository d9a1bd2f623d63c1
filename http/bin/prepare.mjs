import { fileURLToPath } from 'node:url';
import { writePrepared } from '@postroad/http/openapi/prepared';

// The last step of the build of this package: the documents of the API and their codings.
await writePrepared(
  process.argv[2] ?? fileURLToPath(new URL('../dist/prepared/', import.meta.url)),
);
