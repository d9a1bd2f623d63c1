import { spawn } from 'node:child_process';

const openers: Partial<Record<NodeJS.Platform, [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens the browser without a shell, so that no part of a URL can run. */
export function openInBrowser(url: string): Promise<boolean> {
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

/**
 * Has the person edit a file with VISUAL or EDITOR, which may have arguments, as git does. Resolves once
 * the editor ends, to whether it ended well.
 */
export function openInEditor(
  path: string,
  env: Record<string, string | undefined>,
): Promise<boolean> {
  const [command = 'vi', ...args] = (env.VISUAL || env.EDITOR || 'vi').trim().split(/\s+/);
  return new Promise((resolve) => {
    const child = spawn(command, [...args, path], { stdio: 'inherit' });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
