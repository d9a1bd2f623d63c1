import type { Operation } from './operation.ts';

/** Another method and path of an operation. */
export interface PathAlias extends Pick<Operation, 'method' | 'path'> {
  /** Members of its answer that have another name there. */
  renames: Readonly<Record<string, string>>;
}

const layoutNames = { template: 'layout', templates: 'layouts' };

/** Every other way to ask for an operation over HTTP (SAFE-58 to SAFE-60). */
export function pathAliases({ method, path }: Pick<Operation, 'method' | 'path'>): PathAlias[] {
  if (path === '/templates' || path.startsWith('/templates/')) {
    return [{ method, path: path.replace('/templates', '/layouts'), renames: layoutNames }];
  }
  if (method === 'DELETE' && path === '/people/imports/:import_id') {
    return [{ method: 'POST', path: `${path}/cancel`, renames: {} }];
  }
  const snake = path.replaceAll('-', '_');
  return snake === path ? [] : [{ method, path: snake, renames: {} }];
}

/** The members of an answer under the names of an alias. */
export function withNames<Value>(
  members: Readonly<Record<string, Value>>,
  names: Readonly<Record<string, string>>,
): Readonly<Record<string, Value>> {
  if (Object.keys(names).length === 0) return members;
  const entries = Object.entries(members).map(
    ([key, value]) => [Object.hasOwn(names, key) ? (names[key] ?? key) : key, value] as const,
  );
  return Object.fromEntries(entries);
}

/** Arguments by the other name that they may be given under (SAFE-58). */
export const argumentAliases: Readonly<Record<string, string>> = {
  layout_id: 'template_id',
  layout: 'template',
};

/** Names that programs and models try for a member or a type of step, for suggestions alone. */
const likelyNames: Readonly<Record<string, readonly string[]>> = {
  body_markdown: ['body', 'markdown', 'html', 'text', 'content', 'message'],
  definition: ['condition', 'conditions'],
  condition: ['definition', 'conditions', 'if', 'when'],
  content: ['csv', 'file', 'data', 'rows'],
  nodes: ['steps', 'actions'],
  field: ['key', 'attribute', 'property', 'custom_field', 'person_field', 'trait'],
  tag: ['name', 'value', 'key'],
  event: ['name', 'event_name', 'event_type'],
  details: ['properties', 'props', 'data', 'payload', 'attributes', 'metadata'],
  occurred_at: ['timestamp', 'time', 'date', 'created_at'],
  detail: ['field', 'key', 'property', 'attribute', 'path', 'name'],
  product: ['product_key', 'product_id', 'name', 'key', 'value'],
  flow: ['flow_key', 'flow_id', 'name', 'key', 'value'],
  segment: ['segment_key', 'name', 'key', 'id', 'value'],
  purpose: ['consent', 'name', 'value'],
  email_id: ['email', 'id', 'email_key'],
  sequence_id: ['sequence', 'id', 'sequence_key'],
  within_days: ['days', 'within', 'last_days', 'in_last_days'],
  op: ['operator', 'comparison', 'comparator'],
  value: ['values', 'equals', 'amount', 'count'],
  title: ['name'],
  name: ['title', 'label'],
  accent: ['color', 'colour', 'brand', 'brand_color', 'primary_color'],
  html: ['body_html', 'body', 'markup'],
  translations: ['language', 'languages', 'locale', 'locales', 'lang'],
  weight: ['share', 'percent', 'percentage'],
  send_email: ['email', 'send', 'mail'],
  delay: ['wait', 'sleep', 'pause'],
  delay_amount: ['delay', 'wait', 'duration'],
  gate: ['wait_for', 'wait_until', 'wait_for_event'],
  if_else: ['condition', 'branch', 'if'],
  split: ['ab_test', 'random', 'experiment'],
  call_webhook: ['webhook', 'http'],
  exit_flow: ['exit', 'end', 'stop'],
  has_tag: ['tag', 'tags', 'tagged'],
  in_segment: ['segment', 'segment_id', 'member_of'],
  event_occurred: ['event', 'events', 'did', 'did_event', 'has_event', 'performed'],
  event_count: ['count', 'events_count', 'count_events'],
  opened_email: ['opened', 'open', 'opens', 'has_opened'],
  clicked_email: ['clicked', 'click', 'clicks', 'has_clicked'],
  received_email: ['received', 'sent', 'delivered', 'was_sent'],
  engaged: ['active', 'engagement', 'last_engaged'],
  consented: ['consent', 'opted_in'],
  suppressed: ['unsubscribed', 'opted_out', 'bounced'],
  subscribed_on: ['created_at', 'signed_up', 'subscribed_at', 'signup_date'],
  started_sequence: ['sequence', 'in_sequence'],
  completed_flow: ['flow', 'finished_flow'],
  active_subscription: ['subscription', 'subscriber', 'has_subscription'],
  purchased: ['product', 'bought', 'purchase', 'has_product', 'ordered'],
  total_spend: ['spend', 'spent', 'revenue', 'ltv', 'lifetime_value', 'amount_spent'],
  equals: ['eq', 'is', '=', '==', '===', 'equal_to', 'exactly'],
  contains: ['includes', 'like', 'has'],
  starts_with: ['begins_with', 'prefix'],
  ends_with: ['suffix'],
  greater: ['gt', '>', 'greater_than', 'more', 'more_than', 'above'],
  less: ['lt', '<', 'less_than', 'fewer', 'fewer_than', 'below', 'under'],
  blank: ['empty', 'null', 'missing', 'not_set', 'not_exists'],
  present: ['exists', 'set', 'is_set', 'not_empty', 'not_null', 'not_blank'],
};

/** The member that a name is often written for; null where none of the known ones is. */
export function likelyName(name: string, known: readonly string[]): string | null {
  return known.find((one) => likelyNames[one]?.includes(name)) ?? null;
}

/**
 * Arguments under the names of a contract, whose own are `known`. One that is given under both names
 * is left for the contract to refuse.
 */
export function withArgumentNames(
  given: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (!Object.keys(given).some((name) => Object.hasOwn(argumentAliases, name))) return given;
  const nameOf = (name: string): string => {
    const meant = Object.hasOwn(argumentAliases, name) ? argumentAliases[name] : undefined;
    if (meant === undefined || Object.hasOwn(known, name)) return name;
    return Object.hasOwn(known, meant) && !Object.hasOwn(given, meant) ? meant : name;
  };
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [nameOf(name), value]));
}
