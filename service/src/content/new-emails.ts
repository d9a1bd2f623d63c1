import type {
  OperationInput,
  OperationName,
  OperationOutput,
} from '@postroad/core/catalog/catalog';
import { type NewEmailInput, newEmail } from '@postroad/core/content/new-email';
import type { Issue } from '@postroad/core/platform/issue';
import { parseInput } from '@postroad/core/platform/operations/parse-input';
import { Refusal } from '@postroad/core/platform/refusal';
import { lockContent } from '@postroad/store/content/content-lock';
import { writeCompiles } from '@postroad/store/content/email-compile';
import type { Tx } from '@postroad/store/platform/transaction';
import type { CompileHandler, Context } from '../platform/handler.ts';
import { type Compile, compileSeveral, compileSource } from './compile/compile-emails.ts';
import { contentAfter } from './email-content.ts';
import { blankEmail } from './email-source.ts';
import { withLayoutId } from './named-layout.ts';
import { makeEmail } from './new-content.ts';
import type { CompileSource } from './render/render-job.ts';
import type { Renderer } from './render/renderer.ts';

/** An email that a call made of a new one in it. */
export interface MadeEmail {
  path: string;
  id: number;
  key: string;
  warnings: Issue[];
}

/** The faults of a new email under the path at which it is in the call. */
async function at<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { errors } = error.members;
    const members =
      errors === undefined
        ? { ...error.members, errors: [{ path, code: error.code, message: error.message }] }
        : {
            ...error.members,
            errors: errors.map((issue) => ({ ...issue, path: `${path}.${issue.path}` })),
          };
    throw new Refusal(error.code, `${path}: ${error.message}`, members);
  }
}

async function contentOf(tx: Tx, input: NewEmailInput) {
  return contentAfter(blankEmail, await withLayoutId(tx, input));
}

async function sourceOf(tx: Tx, input: NewEmailInput): Promise<CompileSource> {
  const content = await contentOf(tx, input);
  return await compileSource(tx, content, content.layout_id);
}

/** Makes an email in the transaction of what will send it (AGT-16). The library is locked. */
async function makeNewEmail(
  tx: Tx,
  [path, input]: [string, NewEmailInput],
  compile: Compile,
): Promise<MadeEmail> {
  return await at(path, async () => {
    const content = await contentOf(tx, input);
    const { compiled, warnings } = await compile(
      await compileSource(tx, content, content.layout_id),
    );
    const { id, key } = await makeEmail(tx, content, { key: input.key });
    await writeCompiles(tx, [{ email_id: id, compiled }]);
    return { path, id, key, warnings };
  });
}

/**
 * A handler of a call that may hold new emails, by their paths. They are compiled before its
 * transaction begins, and made in it, so that all of the call is stored or nothing. Without any it is
 * a plain transaction, or what `otherwise` does.
 */
export function withNewEmails<Name extends OperationName, Deps extends { renderer: Renderer }>(
  steps: {
    find: (input: OperationInput<Name>) => ReadonlyMap<string, unknown>;
    write: (
      input: OperationInput<Name>,
      context: Context<Deps>,
      made: readonly MadeEmail[],
    ) => Promise<OperationOutput<Name>>;
  },
  otherwise?: CompileHandler<Name, Deps>,
): CompileHandler<Name, Deps> {
  return {
    kind: 'compile',
    async prepare(input, deps, read) {
      const found = [...steps.find(input)];
      if (found.length === 0 && otherwise) return await otherwise.prepare(input, deps, read);
      if (found.length === 0) return (context) => steps.write(input, context, []);
      const wanted = await Promise.all(
        found.map(
          async ([path, email]): Promise<[string, NewEmailInput]> => [
            path,
            await at(path, async () => parseInput(newEmail, email)),
          ],
        ),
      );
      const expected = read(({ tx }) =>
        Promise.all(wanted.map(([, email]) => sourceOf(tx, email))),
      );
      const compile = await compileSeveral(deps.renderer, expected);
      return async (context) => {
        await lockContent(context.tx, 'shared');
        const made: MadeEmail[] = [];
        for (const one of wanted) made.push(await makeNewEmail(context.tx, one, compile));
        return await steps.write(input, context, made);
      };
    },
  };
}

/** The member of an answer that says which emails were made; nothing where none were. */
export function madeMember(made: readonly MadeEmail[]) {
  return made.length === 0 ? {} : { emails: [...made] };
}
