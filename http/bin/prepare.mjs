import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeGuide } from '@postroad/http/guides/guide-files';
import { writePrepared } from '@postroad/http/openapi/prepared';

const [, , release] = process.argv;

// The last step of the build of this package: the documents of the API and their codings.
await writePrepared(release ?? fileURLToPath(new URL('../dist/prepared/', import.meta.url)));
// A checkout makes the guide from its sources; a release has none.
if (release !== undefined) await writeGuide(join(release, 'guide'));
