import { type IssueCode, issueCodes } from '../../flows/validate/codes.ts';
import type { Severity } from '../../platform/issue.ts';
import { fieldOf, type Topic } from './topic.ts';

const codes = Object.keys(issueCodes) as IssueCode[];

function codesOf(severity: Severity): string {
  return codes.filter((code) => issueCodes[code].severity === severity).join(' ');
}

export const issues: Topic = {
  names: [],
  parts: codes,
  text(_names, part) {
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
        'Each issue carries its own fix; part=<code> tells what the code means.',
        `Errors: ${codesOf('error')}`,
        `Warnings: ${codesOf('warning')}`,
      ],
      fields: [
        fieldOf('path', 'string', 'Into the definition, such as nodes[0].then[1].tag', true),
        fieldOf('code', 'string', 'One of those above', true),
        fieldOf('node', 'string', 'Handle of the step, empty where none is concerned', true),
        fieldOf('severity', 'error | warning', '', true),
        fieldOf('message', 'string', 'What is wrong', true),
        fieldOf('fix', 'string', 'What to do next', true),
      ],
      example: { topic: 'issues', part: 'email_unknown' },
      errors: [],
      see: ['validate_flow', 'update_flow'],
    };
  },
};
