import {
  type ListResourcesResult,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import type { Call } from '@postroad/core/catalog/call';
import { compactTopic } from '@postroad/core/catalog/compact-topic';
import { flowJsonSchema } from '@postroad/core/catalog/describe/flow-json-schema';
import { topicLines, topicNames } from '@postroad/core/catalog/describe/topic-names';
import { thrownProblem } from '@postroad/core/platform/thrown-problem';
import { refuseCursor } from '../calls/protocol-error.ts';
import { readerOf } from '../reader.ts';
import { withToolNames } from '../tools/catalog.ts';
import {
  type ResourceAddress,
  readResourceUri,
  resourceTemplates,
  resourceUri,
} from './resource-uri.ts';

const flowSchema = 'postroad://schema/flow.json';

type Listed = ListResourcesResult['resources'][number];

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function listedTopics(): Listed[] {
  const topics = topicNames.map((topic) => ({
    uri: resourceUri('schema', topic),
    name: `schema-${topic}`,
    title: `Schema: ${topic}`,
    description: topicLines[topic],
    mimeType: 'application/json',
  }));
  const description = 'JSON Schema of the definition of a flow, for editors and generators.';
  const mimeType = 'application/schema+json';
  return [
    ...topics,
    { uri: flowSchema, name: 'flow.json', title: 'Flow definition', description, mimeType },
  ];
}

/** The pages of the list: fixed resources and themes first, then flows, then emails. */
type Page = { of: 'flows' | 'emails'; cursor: string | undefined };

function readCursor(cursor: string | undefined): Page | null {
  const [, of, rest] = /^(flows|emails)(?::(.*))?$/.exec(cursor ?? '') ?? [];
  return of === 'flows' || of === 'emails' ? { of, cursor: rest || undefined } : null;
}

async function listFlows(call: Call, cursor: string | undefined): Promise<ListResourcesResult> {
  const { flows, next_cursor } = await readerOf(call)('list_flows', { cursor });
  const resources = flows.map(({ key, name, status }) => ({
    uri: resourceUri('flow', key),
    name: key,
    title: name,
    description: `Flow, ${status}.`,
    mimeType: 'application/json',
  }));
  return { resources, nextCursor: next_cursor === null ? 'emails' : `flows:${next_cursor}` };
}

async function listEmails(call: Call, cursor: string | undefined): Promise<ListResourcesResult> {
  const { emails, next_cursor } = await readerOf(call)('list_emails', { cursor });
  const resources = emails.map(({ id, title, subject }) => ({
    uri: resourceUri('email', id),
    name: `email-${id}`,
    title: title || subject,
    description: 'Email.',
    mimeType: 'application/json',
  }));
  return { resources, ...(next_cursor === null ? {} : { nextCursor: `emails:${next_cursor}` }) };
}

/** One page of `resources/list`; cursors are opaque to clients. */
export async function listResources(
  call: Call,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const page = readCursor(cursor);
  if (page?.of === 'flows') return listFlows(call, page.cursor);
  if (page?.of === 'emails') return listEmails(call, page.cursor);
  refuseCursor(cursor);
  const { themes } = await readerOf(call)('list_themes', {});
  const listed = themes.map(({ key, name }) => ({
    uri: resourceUri('theme', key),
    name: key,
    title: name,
    description: 'Theme.',
    mimeType: 'application/json',
  }));
  return { resources: [...listedTopics(), ...listed], nextCursor: 'flows' };
}

async function contentOf({ kind, of }: ResourceAddress, call: Call): Promise<string | null> {
  const read = readerOf(call);
  switch (kind) {
    case 'schema': {
      const topic = topicNames.find((known) => known === of);
      if (topic === undefined) return null;
      const described = await read('describe_schema', { topic });
      return json({ ...compactTopic(described), see: withToolNames(described.see) });
    }
    case 'flow':
      return json((await read('get_flow', { flow_key: of })).flow);
    case 'flow_diagram':
      return (await read('get_flow', { flow_key: of, format: 'mermaid' })).mermaid ?? null;
    case 'theme':
      return json((await read('get_theme', { theme_key: of })).theme);
    case 'email':
      return json((await read('get_email', { email_id: Number(of) })).email);
    case 'email_html':
      return (await read('preview_email', { email_id: Number(of) })).html;
    case 'definition': {
      const { files } = await read('export_definitions', { prefix: of });
      return Object.hasOwn(files, of) ? (files[of] ?? null) : null;
    }
  }
}

/** Whether an address is of the form of a resource, which may be there or not. */
export function isResourceUri(uri: string): boolean {
  return uri === flowSchema || readResourceUri(uri) !== null;
}

/** Serves `resources/read`. Throws the protocol's error for an unknown URI. */
export async function readResource(call: Call, uri: string): Promise<ReadResourceResult> {
  if (uri === flowSchema) {
    const text = json(flowJsonSchema());
    return { contents: [{ uri, mimeType: 'application/schema+json', text }] };
  }
  const address = readResourceUri(uri);
  const mimeType = resourceTemplates.find(({ kind }) => kind === address?.kind)?.mimeType;
  try {
    const text = address && (await contentOf(address, call));
    if (typeof text !== 'string') throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, ...(mimeType ? { mimeType } : {}), text }] };
  } catch (error) {
    const problem = thrownProblem(error);
    if (problem?.code === 'not_found') throw new ResourceNotFoundError(uri, problem.detail);
    throw error;
  }
}
