import { operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { isWrite } from '@postroad/core/platform/operations/operation';
import { expect, it } from 'vitest';

const lagging = operationNames.filter((name) => operationNamed(name).mayLag);

it('REPL-01 lists the operations that a replica may answer', () => {
  expect(lagging.toSorted()).toEqual([
    ...[
      'export_people',
      'export_person',
      'get_email_stats',
      'get_queue_reasons',
      'get_report',
      'list_bounces',
      'list_broadcasts',
      'list_changes',
    ],
    ...[
      'list_components',
      'list_consents',
      'list_emails',
      'list_event_types',
      'list_events',
      'list_fields',
    ],
    ...['list_flow_runs', 'list_flow_versions', 'list_flows', 'list_forms', 'list_guards'],
    ...['list_import_errors', 'list_imports', 'list_layouts', 'list_messages'],
    ...['list_people', 'list_products'],
    ...['list_queue', 'list_segment_people', 'list_segments', 'list_sends', 'list_sequences'],
    ...['list_subscriptions', 'list_taggings', 'list_tags', 'list_themes'],
    ...['list_webhook_deliveries', 'list_webhook_endpoints', 'preview_segment'],
  ]);
});

it('REPL-02 a replica answers no write, nothing with a revision, and no single record', () => {
  const others = lagging.filter((name) => {
    const operation = operationNamed(name);
    return isWrite(operation) || operation.revised !== undefined;
  });
  expect(others).toEqual([]);
  const single = lagging.filter((name) => name.startsWith('get_'));
  expect(single).toEqual(['get_email_stats', 'get_queue_reasons', 'get_report']);
});

it('REPL-02 says of every other read why it reads the primary', () => {
  const reasons: Record<string, RegExp> = {
    'a record that may be changed next, or what is decided by': /^get_|^download_backup$/,
    'a draft, or how it would be': /^preview_(?:email|renewal_approaching)$|^validate_flow$/,
    'a dry run': /^dry_run_flow$|^diff_flow_versions$/,
    'what push compares with': /^(?:export|diff)_definitions$/,
    'why mail goes or not, and how the service does': /^explain_delivery$|^check_service$/,
    'what doctor asks': /^list_overdue$/,
    'who may use the service': /^list_tokens$/,
    'the catalog itself': /^describe_schema$/,
  };
  const unexplained = operationNames.filter(
    (name) =>
      !isWrite(operationNamed(name)) &&
      !lagging.includes(name) &&
      !Object.values(reasons).some((pattern) => pattern.test(name)),
  );
  expect(unexplained).toEqual([]);
});
