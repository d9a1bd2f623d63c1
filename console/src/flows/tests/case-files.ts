import { type TestedFile, testTree } from '@postroad/core/definitions/test-tree';
import { jsonOf } from '@postroad/core/definitions/text/file-tree';
import { writeYaml } from '@postroad/core/definitions/text/write-yaml';
import { readYaml } from '@postroad/core/definitions/text/yaml-text';
import { flowCase, writtenCase } from '@postroad/core/flows/cases/flow-case';
import { isObject, type JsonObject } from '@postroad/core/platform/json';

export type Files = Readonly<Record<string, string>>;

/** A test that is drawn, with its text as a file has it. */
export interface CaseFile extends TestedFile {
  text: string;
}

const folderOf = (flow: string) => `tests/${flow}/`;

/** The path of a test of a flow. */
export function casePath(flow: string, name: string): string {
  return `${folderOf(flow)}${name}.yml`;
}

/** The files that the tests of one flow need: neither other flows nor their tests. */
function filesFor(flow: string, files: Files): Files {
  const isOther = (path: string) =>
    (path.startsWith('tests/') && !path.startsWith(folderOf(flow))) ||
    (path.startsWith('flows/') && path !== `flows/${flow}.json`);
  return Object.fromEntries(Object.entries(files).filter(([path]) => !isOther(path)));
}

/** What is wrong with a file that cannot be read, and its tests with what became of them. */
export interface Ran {
  cases: CaseFile[];
  unreadable: { path: string; message: string }[];
}

/** Runs the tests of a flow in the page, as `postroad test` does. */
export function runCases(flow: string, files: Files): Ran {
  const { tests, parse_errors } = testTree(filesFor(flow, files));
  return {
    cases: tests
      .filter((test) => test.flow === flow)
      .map((test) => ({ ...test, text: files[test.path] ?? '' })),
    unreadable: parse_errors
      .filter(({ path }) => path.startsWith(folderOf(flow)))
      .map(({ path, message, position, fix }) => ({
        path,
        message: `${position === null ? '' : `${position.line}: `}${message} ${fix}`,
      })),
  };
}

/** The value of a test as the service stores it. Throws where the text is no such file. */
function caseOf(text: string): JsonObject {
  const value = jsonOf(readYaml(text));
  return isObject(value) ? value : {};
}

/** All tests of a flow by name, from the texts of their files. */
export function casesIn(flow: string, files: Files): Record<string, JsonObject> {
  const own = Object.entries(files).filter(([path]) => path.startsWith(folderOf(flow)));
  return Object.fromEntries(
    own.map(([path, text]) => [path.slice(folderOf(flow).length, -'.yml'.length), caseOf(text)]),
  );
}

/** A first test: somebody does what starts the flow. */
export function firstCase(event: string | null, now: Date): string {
  const at = now.toISOString();
  return writeYaml({
    ...(event === null ? {} : { events: [{ at, name: event }] }),
    clock: at,
    expect: {},
  });
}

/** The test with what happened in place of what it expected. */
export function expectingResult({ text, result }: CaseFile): string {
  if (result === null) return text;
  const found = flowCase.safeParse(caseOf(text));
  if (!found.success) return text;
  const sends = result.sends.map(({ email_id, at }) => ({ email: email_id, at: at.toISOString() }));
  const expect = {
    path: result.path,
    ...(sends.length > 0 && { sends }),
    ...(result.ends !== null && { ends: result.ends }),
  };
  return writeYaml(writtenCase({ ...found.data, expect }));
}
