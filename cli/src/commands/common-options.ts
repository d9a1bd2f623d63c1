import { type Command, Option } from 'commander';

/** Flags that every command which asks a service takes. */
export interface CommonOptions {
  /** `true` for all of it, else the fields to keep, separated by commas. */
  json?: string | true;
  jq?: string;
  color?: boolean;
  /** False where nobody is to be asked. */
  input?: boolean;
  yes?: boolean;
  url?: string;
  dataDir?: string;
}

const serverGroup = 'Server:';
const outputGroup = 'Output:';

/** Where the answer comes from; secrets have no flags, since everybody on a machine sees those. */
export function addServerOptions(command: Command): Command {
  return command
    .addOption(new Option('--url <address>', 'address of the server to ask').helpGroup(serverGroup))
    .addOption(
      new Option('--data-dir <folder>', 'data directory to ask, or its server').helpGroup(
        serverGroup,
      ),
    );
}

export function addOutputOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--json [fields]',
        'one line of JSON, errors too; of the records only these fields, as in id,name',
      ).helpGroup(outputGroup),
    )
    .addOption(
      new Option('--jq <filter>', 'what this jq filter makes of the JSON').helpGroup(outputGroup),
    )
    .addOption(
      new Option('--no-color', 'no colours; NO_COLOR does the same').helpGroup(outputGroup),
    );
}

/** For commands that ask before they do what cannot be taken back; the others take them and hide them. */
export function addConfirmOptions(command: Command, asks = true): Command {
  const options = [
    new Option('-y, --yes', 'do not ask; needed where nobody can be asked'),
    new Option('--no-input', 'never ask: fail instead'),
  ];
  for (const option of options) command.addOption(option.hideHelp(!asks));
  return command;
}
