import { join, relative } from 'node:path';
import { ensured, root } from './ensure.mjs';

/** `npm run guides`: installs and builds missing parts, then makes the guide as a static site. */
if (ensured()) {
  const { writeGuide } = await import('@postroad/http/guides/guide-files');
  const into = join(root, process.argv[2] ?? join('dist', 'guide'));
  const count = await writeGuide(into);
  process.stdout.write(
    `Wrote ${count} files to ${relative(process.cwd(), into)}. Any web server can serve the folder.\n`,
  );
}
