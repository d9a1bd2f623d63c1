import { answersAlike } from './three-surfaces.ts';

const html = '<p style="color: {{ theme.link_color }}">{{ title }}</p>';

answersAlike([
  { name: 'list_components' },
  { name: 'get_component', input: { component_key: 'nowhere' } },
  { name: 'create_component', input: { key: 'notice', name: 'Notice', html } },
  { name: 'create_component', input: { key: 'notice', html: '{% component "nowhere" %}' } },
  { name: 'update_component', input: { component_key: '999999', html } },
  { name: 'delete_component', input: { component_key: 'nowhere' } },
]);
