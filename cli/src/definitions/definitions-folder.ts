import { resolve } from 'node:path';
import { findProjectFile } from '../connection/project-file.ts';
import type { Terminal } from '../output/terminal.ts';

/** The folder of a command: the argument, dir of postroad.yml, or the current folder. */
export async function definitionsFolder(
  named: string | undefined,
  { cwd }: Pick<Terminal, 'cwd'>,
): Promise<string> {
  if (named !== undefined) return resolve(cwd, named);
  const project = await findProjectFile(cwd);
  return project === null ? cwd : resolve(project.folder, project.dir);
}
