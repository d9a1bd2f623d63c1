import type { Command, Option } from 'commander';
import { UsageError } from '../output/exit-codes.ts';
import { topics } from './help-command.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

interface Word {
  word: string;
  description: string;
}

/** A command with its subcommands and flags. */
interface CommandWords {
  /** The words after the program's name: `flows list`. */
  path: string;
  description: string;
  words: Word[];
  /** Values of its first argument. */
  values: string[];
  flags: { flag: string; description: string; values: string[] }[];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/['"`$\\:[\]]/g, '');
}

/** Values that the description of a flag lists, as in `single_run|repeat`. */
function valuesOf({ argChoices, description }: Option): string[] {
  if (argChoices) return [...argChoices];
  const listed = /(?:^|: )([\w-]+(?:\|[\w-]+)+)$/.exec(description)?.[1];
  return listed?.split('|') ?? [];
}

/** Values of the argument that its description lists, as in `bash, zsh or fish`. */
function argumentsOf(command: Command): string[] {
  const [first] = command.registeredArguments;
  const listed = first?.description.split(' or ').flatMap((part) => part.split(', ')) ?? [];
  const areWords = listed.length > 1 && listed.every((word) => !word.includes(' '));
  return areWords ? listed : [];
}

/** What follows an alias is completed as what follows the name. */
function namesOf(command: Command): string[] {
  return [command.name(), ...command.aliases()];
}

function wordsOf(commands: readonly Command[]): Word[] {
  return commands.flatMap((one) =>
    namesOf(one).map((word) => ({ word, description: oneLine(one.description()).slice(0, 80) })),
  );
}

/** `help` takes the words of a command, and topics. */
function helpOf(commands: CommandWords[]): CommandWords[] {
  return commands.flatMap(({ path, description, words }) => {
    if (words.length === 0) return [];
    const values = path === '' ? Object.keys(topics) : [];
    return [{ path: `help ${path}`.trim(), description, words, values, flags: [] }];
  });
}

function commandsOf(command: Command, path: string[] = []): CommandWords[] {
  const subcommands = command.commands.filter((one) => one.name() !== 'help' || path.length === 0);
  const found: CommandWords = {
    path: path.join(' '),
    description: oneLine(command.description()),
    words: wordsOf(subcommands),
    values: argumentsOf(command),
    flags: command.options.flatMap((option) =>
      option.long && !option.hidden
        ? [
            {
              flag: option.long,
              description: oneLine(option.description).slice(0, 80),
              values: valuesOf(option),
            },
          ]
        : [],
    ),
  };
  const below = subcommands.flatMap((one) =>
    namesOf(one).flatMap((name) => commandsOf(one, [...path, name])),
  );
  return [found, ...below];
}

function allWords({ words, values, flags }: CommandWords): string {
  const named = [...words.map(({ word }) => word), ...values];
  return [...named, ...flags.map(({ flag }) => flag), '--help'].join(' ');
}

function valueCases(commands: CommandWords[]): string {
  const cases = commands.flatMap(({ path, flags }) =>
    flags
      .filter(({ values }) => values.length > 0)
      .map(({ flag, values }) => `    "${path} ${flag}") words='${values.join(' ')}' ;;`),
  );
  return cases.join('\n');
}

/** The typed words that name a command select the completions. */
function bash(commands: CommandWords[]): string {
  const cases = commands.map((found) => `    "${found.path}") words='${allWords(found)}' ;;`);
  const paths = commands.filter(({ path }) => path !== '').map(({ path }) => `"${path}"`);
  return `# postroad completion bash >> ~/.bashrc
_postroad() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local path='' longer words='' index
  for ((index = 1; index < COMP_CWORD; index++)); do
    longer="\${path:+$path }\${COMP_WORDS[index]}"
    case "$longer" in
      ${paths.join('|')}) path="$longer" ;;
    esac
  done
  case "$path $previous" in
${valueCases(commands)}
  esac
  [ -n "$words" ] || case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _postroad postroad
`;
}

function zsh(commands: CommandWords[]): string {
  return `#compdef postroad
# postroad completion zsh > a folder of $fpath, as _postroad
autoload -U +X bashcompinit && bashcompinit
${bash(commands)}`;
}

function fish(commands: CommandWords[]): string {
  const lines = commands.flatMap(({ path, words, values, flags }) => {
    const when = `-n '__postroad_at ${path === '' ? '""' : `"${path}"`}'`;
    return [
      ...words.map(
        ({ word, description }) => `complete -c postroad -f ${when} -a ${word} -d '${description}'`,
      ),
      ...(values.length > 0 ? [`complete -c postroad -f ${when} -a '${values.join(' ')}'`] : []),
      ...flags.map(({ flag, description, values: taken }) => {
        const offered = taken.length > 0 ? ` -x -a '${taken.join(' ')}'` : '';
        return `complete -c postroad ${when} -l ${flag.slice(2)} -d '${description}'${offered}`;
      }),
    ];
  });
  const paths = commands.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`);
  return `# postroad completion fish > ~/.config/fish/completions/postroad.fish
function __postroad_at
  set -l path ''
  for word in (commandline -opc)[2..-1]
    set -l longer (string trim -- "$path $word")
    if contains -- "$longer" ${paths.join(' ')}
      set path $longer
    end
  end
  test "$path" = "$argv[1]"
end
${lines.join('\n')}
`;
}

/** The completion script of a shell for all commands, flags and values. Throws UsageError. */
export function completionFor(shell: string, program: Command): string {
  const found = commandsOf(program).filter(({ path }) => path !== 'help');
  const commands = [...found, ...helpOf(found)];
  if (shell === 'bash') return bash(commands);
  if (shell === 'zsh') return zsh(commands);
  if (shell === 'fish') return fish(commands);
  throw new UsageError(`There is no completion for "${shell}". Choose ${shells.join(', ')}.`);
}
