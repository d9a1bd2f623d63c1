import { type IssueCode, issueCodes } from '../../flows/validate/codes.ts';
import type { Severity } from '../../platform/issue.ts';
import { fieldOf, type Topic, type TopicText } from './topic.ts';

const codes = Object.keys(issueCodes) as IssueCode[];

const lists: Readonly<Record<string, Severity>> = { errors: 'error', warnings: 'warning' };

/** The codes of one severity, as a part of the topic. */
function listText(severity: Severity): TopicText {
  const listed = codes.filter((code) => issueCodes[code].severity === severity);
  return {
    rules: [listed.join(' ')],
    fields: [],
    example: { topic: 'issues', part: listed[0] },
    errors: [],
    see: ['validate_flow'],
  };
}

export const issues: Topic = {
  names: [],
  parts: [...Object.keys(lists), ...codes],
  text(_names, part) {
    const severity = part === null ? undefined : lists[part];
    if (severity !== undefined) return listText(severity);
    const code = codes.find((known) => known === part);
    if (code !== undefined) {
      const { severity, meaning, fix } = issueCodes[code];
      return {
        rules: [meaning],
        fields: [],
        example: { code, severity },
        errors: [{ code, fix }],
        see: ['validate_flow'],
      };
    }
    return {
      rules: [
        'An error keeps a flow from being activated; a warning does not.',
        'Each issue carries its own fix. part <code> says what the code means; the parts errors and warnings list all codes.',
      ],
      fields: [
        fieldOf('path', 'string', 'Into the definition, such as nodes[0].then[1].tag', true),
        fieldOf('code', 'string', 'One of the list', true),
        fieldOf('node', 'string', 'Handle of the step, empty where none is concerned', true),
        fieldOf('severity', 'error | warning', '', true),
        fieldOf('message', 'string', 'What is wrong', true),
        fieldOf('fix', 'string', 'What to do next', true),
      ],
      example: { topic: 'issues', part: 'email_unknown' },
      errors: [],
      see: ['validate_flow'],
    };
  },
};
