import { pathPattern } from '../../definitions/paths.ts';
import { recordTypeOf } from '../../definitions/record-types.ts';
import {
  type DefinitionType,
  definitionTypes,
  type Records,
  recordShapes,
} from '../../definitions/records.ts';
import { errorsNamed, fieldOf, type Topic, type TopicField } from './topic.ts';

/** One line per type: the path of its files, how they match records, and their keys. */
function lineOf(type: DefinitionType): TopicField {
  const { address } = recordTypeOf(type);
  const shape = recordShapes[type];
  const keys = 'shape' in shape ? Object.keys(shape.shape).join(', ') : 'settings by dotted key';
  return fieldOf(type, pathPattern(type), address === 'id' ? `by id: ${keys}` : keys);
}

/** The text of a record's file under its path. */
function file(type: DefinitionType, record: Records[DefinitionType]): [string, string] {
  const { folder, extension, fileName, write } = recordTypeOf(type);
  return [`${folder}/${fileName(record)}${extension}`, write(record)];
}

export const definitions: Topic = {
  names: [],
  parts: [],
  text: () => ({
    rules: [
      'All that is authored, as files: no people, events, runs, sends or tokens.',
      'Pull the files, edit them, diff_definitions with all of them, then apply_definitions with the same. What has no file is left alone, or removed with prune (emails are archived).',
      'With base of the pull, what changed on the server since is a conflict, or behind, and is not overwritten.',
      'All or nothing: an error in a file that changes, or what it breaks elsewhere, blocks the whole. Notices name what was broken before.',
      'A record matches by the key inside its file, or the id where it says so, never by the name of the file. A new one leaves the id out; others name it by its key, as email, sequence or template in place of email_id, sequence_id and template_id. Pull again after an apply.',
      'Keep the ids of steps: people wait on them. What frees or reuses one blocks, unless force is given.',
      'Emails and templates have front matter in YAML and their body behind it; settings.yml and profile.yml are YAML, the others JSON. UTF-8, line feeds only.',
      'Tests of flows run against what the tree leaves; one that fails blocks (flow_test_failed), unless force is given. dry_runs try each changed flow on a real person.',
    ],
    fields: definitionTypes.map(lineOf),
    example: {
      files: Object.fromEntries([
        file('field', { key: 'plan', name: 'Plan', type: 'string', active: true }),
      ]),
    },
    errors: errorsNamed('node_id_freed', 'node_id_repurposed'),
    see: ['export_definitions', 'diff_definitions'],
  }),
};
