import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { withKeys } from '@postroad/core/conditions/record-keys';
import {
  starterEmail,
  starterFlowDefinition,
  starterFlowKey,
  starterFlowName,
  starterFlowTests,
} from '@postroad/core/content/compile/starter';
import { written } from '@postroad/core/definitions/export';
import type { Records } from '@postroad/core/definitions/records';
import { flowCase } from '@postroad/core/flows/cases/flow-case';
import { normalise } from '@postroad/core/flows/definition/normalise';
import { keyFromName } from '@postroad/core/platform/key-from-name';
import { limits } from '@postroad/core/platform/limits';
import { parseUrl } from '@postroad/core/platform/url';
import type { CommonOptions } from '../commands/common-options.ts';
import { projectFileName } from '../connection/project-file.ts';
import { UsageError } from '../output/exit-codes.ts';
import type { Terminal } from '../output/terminal.ts';

const gitignore = `# What the last pull found on the service.
.postroad/
# The embedded database, its token and its outbox; keep them out of the repository.
data/
`;

/** Definition files have LF line ends on every machine. */
const gitattributes = `* text=auto eol=lf
`;

function projectFile(url: string | undefined): string {
  return `# Read by every postroad command in this folder and below. No secrets: use "postroad login".
${url === undefined ? '# url: https://mail.example.com' : `url: ${JSON.stringify(url)}`}
dir: .
`;
}

/** A welcome email and the flow that sends it by its key, as `pull --by-key` writes them. */
function exampleTree(): [path: string, text: string][] {
  const key = keyFromName(starterEmail.title, limits.keyChars);
  const email = written('email', {
    ...{
      id: null,
      key,
      from_address: null,
      reply_to: null,
      labels: [],
      template_id: null,
      tracking: true,
      kind: 'marketing',
    },
    ...starterEmail,
    translations: {},
  });
  const { definition: byId } = normalise(starterFlowDefinition(1), null);
  const definition = withKeys(byId, { email: new Map([[1, key]]), sequence: new Map() });
  const flow = written('flow', {
    ...{ key: starterFlowKey, name: starterFlowName, labels: [], run_policy: 'single_run' },
    definition,
  } as unknown as Records['flow']);
  const tests = Object.entries(starterFlowTests).map(([name, test]) => {
    return written('flow_test', { key: `${starterFlowKey}/${name}`, ...flowCase.parse(test) });
  });
  return [email, flow, ...tests].map(({ path, text }) => [path, text]);
}

/** Creates a file; returns false and changes nothing if it exists. */
async function writeNew(path: string, text: string): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** `postroad init`: creates a folder for definition files, with an example. Overwrites nothing. */
export async function init(
  dir: string,
  options: Pick<CommonOptions, 'url'> & { example?: boolean },
  terminal: Terminal,
): Promise<number> {
  const { url, example = true } = options;
  if (url !== undefined && (!/^https?:\/\//i.test(url) || parseUrl(url) === null))
    throw new UsageError('--url must start with http:// or https://.');
  const folder = resolve(terminal.cwd, dir);
  const files: [string, string][] = [
    [projectFileName, projectFile(url)],
    ['.gitignore', gitignore],
    ['.gitattributes', gitattributes],
    ...(example ? exampleTree() : []),
  ];
  for (const [path, text] of files) {
    const created = await writeNew(join(folder, path), text);
    terminal.out(`${created ? 'made  ' : 'exists'}  ${join(dir, path)}\n`);
  }
  terminal.err('Next: "postroad validate", then "postroad login" and "postroad diff".\n');
  return 0;
}
