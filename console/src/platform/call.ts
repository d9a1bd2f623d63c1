import type {
  OperationName,
  OperationOutput,
  OperationRequest,
  OperationRequests,
} from '@postroad/core/catalog/catalog';
import { outlineOf } from '@postroad/core/catalog/outline';
import { consoleWords, sentenceInWords } from '@postroad/core/catalog/words';
import { isWrite } from '@postroad/core/platform/operations/operation';
import { surfaceHeader } from '@postroad/core/platform/surface';
import { namesHeader, operationNamesKept } from '@postroad/http/api/names-kept';
import {
  CallerMemory,
  type CallOptions,
  createClient,
  ProblemError,
  ServerUnreachable,
} from '@postroad/http/client/client';
import { inTurn } from './own-writes.ts';
import { saidText } from './sentences.ts';
import { sessionEnded } from './session.ts';
import { withTimes } from './times.ts';
import { labelOf } from './value-words.ts';
import { language, said, t, wordsUnder } from './words.ts';

/** What this page has written, and what it has heard of. */
export const memory = new CallerMemory();

const client = createClient<OperationRequests>({
  memory,
  url: location.origin,
  token: null,
  headers: { [surfaceHeader]: 'console', [namesHeader]: operationNamesKept },
});

/** Calls one operation with the session of this browser. Throws `ProblemError` and `ServerUnreachable`. */
export async function call<Name extends OperationName>(
  name: Name,
  input: OperationRequest<Name>,
  options: CallOptions = {},
): Promise<OperationOutput<Name>> {
  const send = async (ifRevision: CallOptions['ifRevision']) =>
    (await client.invoke(name, input, { ...options, ifRevision })).output;
  const { ifRevision } = options;
  const isInTurn = isWrite(outlineOf(name)) && options.dryRun !== true && ifRevision !== 'any';
  try {
    return await (isInTurn ? inTurn(name, input, ifRevision, send) : send(ifRevision));
  } catch (error) {
    if (error instanceof ProblemError && error.problem.status === 401) sessionEnded();
    throw error;
  }
}

/** A fault in the input, at its path in the form. */
export interface FieldProblem {
  path: string;
  message: string;
}

/** An operation as the console calls it in the language of the reader. */
const calledHere: typeof consoleWords = (name, topic) => {
  const { noun, verb } = outlineOf(name);
  const [of, does] = [wordsUnder(`noun.${noun}`), wordsUnder(`verb.${verb}`)];
  return (
    said('said.operation', { name: `${of ?? noun}: ${does ?? verb}` }) ?? consoleWords(name, topic)
  );
};

/**
 * A sentence of the service in the language of the reader, as far as that has it, with the operations
 * that it names as the console calls them.
 */
export function inWords(sentence: string): string {
  return sentenceInWords(saidText(sentence) ?? sentence, calledHere);
}

/** A sentence about an argument such as `send_at`, which it calls as forms do. */
function labelled(sentence: string, path: string): string {
  const isPlain = path.includes('_') && !path.includes('.') && !path.includes('[');
  if (!isPlain || !sentence.startsWith(`${path} `)) return sentence;
  return `“${wordsUnder(`field.${path}`) ?? labelOf(path)}”${sentence.slice(path.length)}`;
}

/**
 * A refusal in the language of the reader: its sentences where they are known, else what its code says
 * of it with the sentence of the service (CON-21). Its moments are in the zone of the account (CON-22).
 */
export function refusalWords({
  code,
  errors = [],
  ...problem
}: Pick<ProblemError['problem'], 'code' | 'detail' | 'errors'>): string {
  const { path = '' } = errors[0] ?? {};
  const detail = withTimes(problem.detail);
  const where = path !== '' && detail.startsWith(`${path}: `) ? `${path}: ` : '';
  const own = saidText(detail.slice(where.length));
  const general = own === null ? said(`said.problem.${code}`) : null;
  return general === null
    ? inWords(own === null ? labelled(detail, path) : `${where}${own}`)
    : `${general} (${inWords(detail)})`;
}

/** What went wrong, in the words of the service. */
export function problemText(error: unknown): string {
  if (error instanceof ProblemError) return refusalWords(error.problem);
  if (error instanceof ServerUnreachable) {
    return language.value === 'en' ? error.message : t('app.offline');
  }
  return error instanceof Error ? error.message : String(error);
}

type InputFault = NonNullable<ProblemError['problem']['errors']>[number];

/** The faults in the input, in the words of the service, which name positions in a text. */
export function inputFaults(error: unknown): InputFault[] {
  return error instanceof ProblemError ? (error.problem.errors ?? []) : [];
}

/** What is wrong, and what to do about it unless that is said already: the name that was meant. */
export function fieldProblems(error: unknown): FieldProblem[] {
  return inputFaults(error).map(({ path, message, fix, did_you_mean: near }) => {
    const shown = withTimes(message);
    const said = inWords(saidText(shown) === null ? labelled(shown, path) : shown);
    const isWhole = fix === undefined || near !== undefined;
    return { path, message: isWhole ? said : `${said} ${inWords(fix)}` };
  });
}

export function problemCode(error: unknown): string | null {
  return error instanceof ProblemError ? error.problem.code : null;
}
