import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { commandOf } from '../support/service-process.ts';
import { runCli } from '../surfaces/three-surfaces.ts';

/** A folder for the search path that contains its own `npx`. */
export interface QuickNpx {
  folder: string;
  stop(): Promise<void>;
}

/** Leaves the first command to the `npx` of npm, which the rest of the search path has. */
const byNpmFirst = (folder: string) => `
if [ ! -e '${folder}/called' ]; then
  touch '${folder}/called'
  PATH="\${PATH#*:}" exec npx "$@"
fi
`;

/** Sends a command line to `address`, and prints the answer; a server on stdio is a process. */
const script = (address: string, before: string) => `#!/bin/sh
${before}
shift
if [ "$1" = mcp ] && [ "$2" != install ]; then
  exec '${process.execPath}' ${commandOf([])
    .map((word) => `'${word}'`)
    .join(' ')} "$@"
fi
for word in "$@"; do
  set -- "$@" --form-string "word=$word"
  shift
done
read -r answer code <<END
$(curl -sS -F 'stdin=<-' --form-string "cwd=$PWD" --form-string "env=$(env)" "$@" '${address}')
END
cat "$answer.err" >&2
cat "$answer.out"
exit "$code"
`;

interface CommandLine {
  words: string[];
  stdin: string;
  cwd: string;
  env: Record<string, string>;
}

async function commandLineOf(request: IncomingMessage): Promise<CommandLine> {
  const { 'content-type': type = '' } = request.headers;
  const body = await buffer(request);
  const form = await new Response(body, { headers: { 'content-type': type } }).formData();
  const text = (name: string) => String(form.get(name) ?? '');
  const variables = [...text('env').matchAll(/^(\w+)=(.*)$/gm)];
  return {
    words: form.getAll('word').map(String),
    stdin: text('stdin'),
    cwd: text('cwd'),
    env: Object.fromEntries(variables.map(([, name = '', value = '']) => [name, value])),
  };
}

/**
 * An `npx` whose `postroad` runs in this process. With one process for each command, a page would
 * spend most of its time loading the same sources. With `isFirstByNpm` the first command runs as it
 * would for a reader.
 */
export async function startQuickNpx(
  dataDir: string,
  { isFirstByNpm = false } = {},
): Promise<QuickNpx> {
  const folder = join(dataDir, 'quick-npx');
  await mkdir(folder);
  let answers = 0;
  const server = createServer(async (request, response) => {
    const { words, stdin, cwd, env } = await commandLineOf(request);
    const { exitCode, out, err } = await runCli(words, env, stdin, false, { cwd });
    answers += 1;
    const answer = join(folder, `answer-${answers}`);
    await writeFile(`${answer}.out`, out);
    await writeFile(`${answer}.err`, err);
    response.end(`${answer} ${exitCode}\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const text = script(`http://127.0.0.1:${port}/`, isFirstByNpm ? byNpmFirst(folder) : '');
  await writeFile(join(folder, 'npx'), text, { mode: 0o755 });
  return {
    folder,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
