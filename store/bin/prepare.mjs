import { fileURLToPath } from 'node:url';
import { preparedCluster } from '@postroad/store/platform/connection/prepared-cluster';
import { writePreparedCluster } from '@postroad/store/platform/connection/write-prepared-cluster';

const [, , path] = process.argv;

// Beside the build of this package, or where a release has it.
await writePreparedCluster(path ?? fileURLToPath(preparedCluster));
process.exit(0);
