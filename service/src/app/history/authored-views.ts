import type { JsonObject } from '@postroad/core/platform/json';
import type { RevisedResource } from '@postroad/core/platform/operations/revised-resources';

type View = (row: JsonObject) => JsonObject;

function pick(row: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}

function without(row: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}

const picking =
  (...names: string[]): View =>
  (row) =>
    pick(row, names);

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The three lists of a broadcast as one; null without variants. */
function variantsOf(row: JsonObject): JsonObject[] | null {
  const [emails, weights] = [listOf(row.variant_email_ids), listOf(row.variant_weights)];
  const variants = listOf(row.variant_names).map((name, index) => ({
    ...{ name, email_id: emails[index], weight: weights[index] },
  }));
  return variants.length === 0 ? null : variants;
}

/**
 * The rows of authored tables as the history keeps them, under the names that the API has for what
 * operators wrote.
 */
const views: Record<RevisedResource, View> = {
  themes: picking('id', 'key', 'name', 'is_default', 'variables'),
  products: picking('key', 'name'),
  templates: ({ theme_id, ...row }) => ({
    ...pick(row, ['id', 'key', 'name', 'html', 'css', 'is_default']),
    theme_id: theme_id ?? null,
  }),
  components: picking('id', 'key', 'name', 'html'),
  emails: ({ layout_id, archived_at, ...row }) => ({
    ...without(row, ['name', 'is_blank', 'revision', 'created_at', 'updated_at']),
    template_id: layout_id ?? null,
    archived: archived_at !== null,
  }),
  sequences: picking('id', 'key', 'name', 'description', 'repeat_mode', 'enabled', 'steps'),
  flows: ({ tests, ...row }) => ({
    ...pick(row, ['id', 'key', 'name', 'labels', 'run_policy', 'status', 'definition']),
    // Left out by rows from before there were any.
    tests: tests ?? {},
  }),
  broadcasts: ({ email_source, email_id, ...row }) => ({
    ...pick(row, [
      'id',
      'name',
      'status',
      'segment_id',
      'emails_per_hour',
      'recheck_segment',
      'send_at',
      'send_at_local',
    ]),
    exclude: {
      broadcast_ids: row.excluded_broadcast_ids ?? [],
      segment_ids: row.excluded_segment_ids ?? [],
    },
    email_source: email_source ?? null,
    email_id: email_id ?? null,
    variants: variantsOf(row),
    winner: row.winner_rule ?? null,
  }),
  segments: picking('id', 'key', 'name', 'description', 'definition'),
  guards: picking('id', 'key', 'name', 'condition', 'labels', 'enabled'),
  forms: picking(
    ...['id', 'key', 'name', 'purpose', 'fields', 'consent_text', 'tags', 'set_fields'],
    ...['double_opt_in', 'confirm_email_id', 'redirect_url', 'allowed_origins', 'enabled'],
  ),
  fields: picking('key', 'name', 'type', 'active'),
  webhook_endpoints: picking(
    'id',
    'key',
    'url',
    'description',
    'events',
    'enabled',
    'disabled_reason',
  ),
  profile: (row) => without(row, ['only_row', 'revision', 'settings_revision']),
  settings: picking('settings'),
};

/** The resources whose records the history keeps before and after each change. */
export function isAuthored(resource: string): resource is RevisedResource {
  return Object.hasOwn(views, resource);
}

export function authoredView(resource: string, row: JsonObject | null): JsonObject | null {
  return row !== null && isAuthored(resource) ? views[resource](row) : null;
}
