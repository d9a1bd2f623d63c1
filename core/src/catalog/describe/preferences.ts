import { preferenceCopy, preferenceDefaults, tabs } from '../../account/preferences.ts';
import { limits } from '../../platform/limits.ts';
import { fieldOf, type Topic } from './topic.ts';

const copy = Object.entries(preferenceCopy).map(([key, text]) => fieldOf(key, 'string', text));

export const preferences: Topic = {
  names: ['tags', 'fields'],
  parts: [],
  text: () => ({
    rules: [
      'The setting sending.subscription_preferences, saved whole: what is left out takes its default, so send toggles again.',
      'To enable: enabled true with at least one toggle, and sending.unsubscribe_page_url blank. To use that URL instead: the saved object with enabled false.',
      `condition says when a toggle shows as on: has_tag, field, and all, any, not; ${limits.toggleConditionDepth} levels, ${limits.toggleConditionChildren} in a group.`,
      'After on it must hold, after off not, or the save is refused. A condition on what no action writes is stored with a warning.',
      'Actions: {"type": "add_tag" or "remove_tag", "tag"}, {"type": "set_field", "field", "value"}, {"type": "clear_field", "field"}. Fields must exist; a value has its type.',
      'A branch writes each tag or field once, and no two toggles write the same. Actions never change who is suppressed.',
    ],
    fields: [
      fieldOf('enabled', 'boolean', `${preferenceDefaults.enabled} where left out`),
      fieldOf('default_tab', tabs.join(' | '), `${preferenceDefaults.default_tab} where left out`),
      ...copy,
      fieldOf('toggles', 'object[]', `At most ${limits.toggles}`),
      fieldOf(
        'toggles.id',
        'string',
        `Unique, to ${limits.toggleIdChars} of a-z A-Z 0-9 _ -`,
        true,
      ),
      fieldOf('toggles.label', 'string', `To ${limits.toggleLabelChars} characters`, true),
      fieldOf('toggles.description', 'string', `To ${limits.toggleDescriptionChars} characters`),
      fieldOf('toggles.condition', 'object', 'When it shows as on', true),
      fieldOf('toggles.on', 'object[]', `Actions, at most ${limits.toggleActions}`, true),
      fieldOf('toggles.off', 'object[]', 'The same', true),
    ],
    example: {
      enabled: true,
      toggles: [
        {
          id: 'newsletter',
          label: 'The newsletter',
          description: 'Once a week',
          condition: { type: 'has_tag', tag: 'newsletter' },
          on: [{ type: 'add_tag', tag: 'newsletter' }],
          off: [{ type: 'remove_tag', tag: 'newsletter' }],
        },
      ],
    },
    errors: [],
    see: ['update_settings'],
  }),
};
