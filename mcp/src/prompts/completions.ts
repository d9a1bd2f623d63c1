import type { CompleteRequestParams, CompleteResult } from '@modelcontextprotocol/server';
import type { Call } from '@postroad/core/catalog/call';
import { topicNames } from '@postroad/core/catalog/describe/topic-names';
import { limits } from '@postroad/core/platform/limits';
import { readerOf } from '../reader.ts';
import { resourceTemplates } from '../resources/resource-uri.ts';
import { type CompletionKind, prompts } from './prompts.ts';

type Source = (call: Call, value: string) => Promise<string[]>;

const limit = limits.pageMax;

const sources: Readonly<Record<CompletionKind, Source>> = {
  topic: async () => [...topicNames],
  async flow(call) {
    const { flows } = await readerOf(call)('list_flows', { limit });
    return flows.map(({ key }) => key);
  },
  async theme(call) {
    const { themes } = await readerOf(call)('list_themes', {});
    return themes.map(({ key }) => key);
  },
  async email(call, value) {
    const q = /^\d*$/.test(value) ? undefined : value;
    const { emails } = await readerOf(call)('list_emails', { q, limit });
    return emails.map(({ id }) => String(id));
  },
  async person(call, value) {
    const q = value === '' ? undefined : value;
    const { people } = await readerOf(call)('list_people', { q, limit });
    return people.map(({ email }) => email);
  },
  async product(call) {
    const { products } = await readerOf(call)('list_products', { limit });
    return products.map(({ key }) => key);
  },
  async path(call, value) {
    const { files } = await readerOf(call)('export_definitions', { prefix: value });
    return Object.keys(files);
  },
};

/** Kinds whose source searches itself, so that its values need not begin with the text. */
const serverSearched: ReadonlySet<CompletionKind> = new Set(['person']);

function completedBy({ ref, argument }: CompleteRequestParams): CompletionKind | undefined {
  if (ref.type === 'ref/prompt') {
    const prompt = prompts.find(({ name }) => name === ref.name);
    return prompt?.arguments.find(({ name }) => name === argument.name)?.completes;
  }
  const template = resourceTemplates.find(({ uriTemplate }) => uriTemplate === ref.uri);
  if (template?.variable !== argument.name) return undefined;
  if (template.kind === 'schema') return 'topic';
  if (template.kind === 'theme') return 'theme';
  if (template.kind === 'definition') return 'path';
  return template.kind.startsWith('flow') ? 'flow' : 'email';
}

/**
 * Completes an argument: at most `limits.mcpCompletions` values that begin with the typed text (the
 * protocol's bound is 100); none for an unknown argument.
 */
export async function complete(call: Call, params: CompleteRequestParams): Promise<CompleteResult> {
  const completed = completedBy(params);
  if (completed === undefined) return { completion: { values: [] } };
  const typed = params.argument.value.toLowerCase();
  const found = await sources[completed](call, params.argument.value);
  const byId = completed === 'email' && !/^\d*$/.test(typed);
  const matching =
    serverSearched.has(completed) || byId
      ? found
      : found.filter((value) => value.toLowerCase().startsWith(typed));
  const values = matching.slice(0, limits.mcpCompletions);
  return {
    completion: { values, total: matching.length, hasMore: values.length < matching.length },
  };
}
