import { createProgram } from '@postroad/cli/main';
import { processTerminal } from '@postroad/cli/output/terminal';
import { expect, it } from 'vitest';
import { projectFiles } from '../support/repository.ts';
import { readPage } from './guide.ts';

const pages = projectFiles().filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md');
const program = createProgram(processTerminal, () => undefined);

/** Commands in backticks, at the start of a line of a block, and behind `npx`. */
const written = /(?:`|^|\bnpx )postroad ((?:[a-z][\w-]*)(?: [^`\n|;&]*)?)/gm;

type Command = ReturnType<typeof createProgram>;

const childOf = (command: Command, word: string) =>
  command.commands.find((child) => child.name() === word || child.aliases().includes(word));

/** What a command line names that the program does not have; null if it has all of it. */
function missing(line: string): string | null {
  const words = line.trim().split(/\s+/);
  let command = program;
  const known = new Set(['--help', '--version']);
  for (let at = 0; ; at += 1) {
    for (const { long } of command.options) if (long) known.add(long);
    const child = childOf(command, words[at] ?? '');
    if (child !== undefined) command = child;
    else {
      const word = words[at];
      const isVerb = command.commands.length > 0 && /^[a-z][a-z-]*$/.test(word ?? '');
      if (isVerb && command.registeredArguments.length === 0) return line;
      break;
    }
  }
  const flags = line.match(/(?<![\w-])--[a-z][a-z-]*/g) ?? [];
  return flags.every((flag) => known.has(flag)) ? null : line;
}

const commandsOf = (text: string) =>
  [...text.matchAll(written)].map(([, line = '']) => line.replaceAll(/'[^']*'|"[^"]*"/g, 'value'));

it('names no command or option of the command line that does not exist', () => {
  const found = pages.flatMap((page) => commandsOf(readPage(page)).map((line) => ({ page, line })));
  expect(found.length).toBeGreaterThan(150);
  expect(found.filter(({ line }) => missing(line) !== null)).toEqual([]);
});

it('would see a command that does not exist, a verb that does not, and an option', () => {
  const text = 'Run `postroad fly`, `postroad flows list --json` or\nnpx postroad flows lists\n';
  const lines = commandsOf(`${text}npx postroad flows list --rows 3\n`);
  expect(lines.filter((line) => missing(line) !== null)).toEqual([
    ...['fly', 'flows lists', 'flows list --rows 3'],
  ]);
});
