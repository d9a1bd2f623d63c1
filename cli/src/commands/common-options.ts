import { type Command, Option } from 'commander';

/** Flags of every command that calls a service. */
export interface CommonOptions {
  /** `true` for the whole answer, otherwise the fields to keep, separated by commas. */
  json?: string | true;
  jq?: string;
  color?: boolean;
  /** False if no question may be asked. */
  input?: boolean;
  yes?: boolean;
  url?: string;
  dataDir?: string;
}

const serverGroup = 'Server:';
const outputGroup = 'Output:';

/**
 * Adds the flags that choose the service. There are no flags for secrets, since every user of a
 * machine can see flags.
 */
export function addServerOptions(command: Command): Command {
  return command
    .addOption(new Option('--url <url>', 'URL of the server').helpGroup(serverGroup))
    .addOption(
      new Option(
        '--data-dir <folder>',
        'data directory of the service, or of its running server',
      ).helpGroup(serverGroup),
    );
}

export function addOutputOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--json [fields]',
        'one line of JSON, also for errors; with names, only these fields of the records, as in id,name',
      ).helpGroup(outputGroup),
    )
    .addOption(
      new Option('--jq <filter>', 'apply this jq filter to the JSON').helpGroup(outputGroup),
    )
    .addOption(
      new Option('--no-color', 'no colours; NO_COLOR does the same').helpGroup(outputGroup),
    );
}

/**
 * Adds the flags of commands that ask for confirmation. Other commands accept them too, but hide
 * them.
 */
export function addConfirmOptions(command: Command, asks = true): Command {
  const options = [
    new Option('-y, --yes', 'do not ask; required if nobody can be asked'),
    new Option('--no-input', 'never ask: fail instead'),
  ];
  for (const option of options) command.addOption(option.hideHelp(!asks));
  return command;
}
