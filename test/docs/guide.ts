import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/repository.ts';

/** A fenced block whose info string says `test`, as ` ```bash test mail=1 `. */
export interface TestedBlock {
  language: string;
  text: string;
  /** Line of the opening fence. */
  line: number;
  /** `mail=7`: once the block has run, the outbox soon holds `7.eml`. */
  mail: number | null;
  /** `file=app.ts`: the name under which an application has it. */
  file: string | null;
}

const languages = ['bash', 'json', 'ts'];

function blockOf(info: string, text: string, line: number): TestedBlock | null {
  const [language = '', tested, ...flags] = info.split(/\s+/);
  if (tested !== 'test') return null;
  if (!languages.includes(language)) throw new Error(`Line ${line}: ${language} cannot be tested.`);
  const valueAfter = (flag: string) =>
    flags.find((one) => one.startsWith(`${flag}=`))?.slice(flag.length + 1) ?? null;
  const mail = valueAfter('mail');
  return {
    language,
    text,
    line,
    mail: mail === null ? null : Number(mail),
    file: valueAfter('file'),
  };
}

/** The tested blocks of a page, in order. */
export function testedBlocks(markdown: string): TestedBlock[] {
  const fences = /^```([^\n`]+)\n([\s\S]*?)^```$/gm;
  return [...markdown.matchAll(fences)].flatMap(({ index, 1: info = '', 2: text = '' }) => {
    const line = markdown.slice(0, index).split('\n').length;
    return blockOf(info.trim(), text, line) ?? [];
  });
}

/** The only block of a language on a page. */
export function codeOf(page: string, language: string): string {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm');
  return fence.exec(page)?.[1] ?? '';
}

/** A page of the repository, by its path from the top. */
export function readPage(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
