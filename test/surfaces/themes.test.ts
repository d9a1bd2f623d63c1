import { answersAlike } from './three-surfaces.ts';

answersAlike([
  { name: 'list_themes' },
  { name: 'get_theme', input: ({ theme_key }) => ({ theme_key }) },
  { name: 'get_theme', input: { theme_key: 'nowhere' } },
  {
    name: 'create_theme',
    input: { name: 'Warm', variables: { link_color: { light: '#aa0000', dark: '#ffaaaa' } } },
  },
  { name: 'create_theme', input: { name: 'Warm', variables: { link_colour: '#aa0000' } } },
  {
    name: 'update_theme',
    input: ({ theme_key }) => ({ theme_key, name: 'Renamed', is_default: true }),
  },
  { name: 'update_theme', input: { theme_key: 'nowhere', name: 'Renamed' } },
  { name: 'delete_theme', input: ({ theme_key }) => ({ theme_key }) },
  { name: 'delete_theme', input: { theme_key: 'nowhere' } },
]);
