/** Every screen of the console that has a look of its own, at an address with the records of `layGround`. */
export const screens: readonly string[] = [
  ...['/', '/flows', '/flows/trial', '/flows/trial?layer=walk', '/flows/trial?layer=edit'],
  ...[
    '/flows/trial?layer=difference',
    '/sequences',
    '/sequences/1',
    '/broadcasts',
    '/broadcasts/1',
    '/broadcasts/new',
  ],
  ...['/queue', '/queue?status=holding', '/queue?status=failed', '/queue?status=delivery'],
  ...['/people', '/people/1', '/people/import', '/segments', '/segments/everybody'],
  ...[
    '/segments/new',
    '/guards',
    '/guards/quiet',
    '/guards/new',
    '/emails',
    '/emails/1',
    '/emails/new',
  ],
  ...[
    '/layouts',
    '/layouts/1',
    '/layouts/new',
    '/components',
    '/themes',
    '/renewals',
    '/reports',
    '/reports?by=email',
    '/history',
    '/review',
    '/settings',
  ],
  ...['windows', 'tunables', 'pages', 'forms', 'access', 'other'].map(
    (part) => `/settings?part=${part}`,
  ),
  ...['/operations', '/operations/create_segment', '/operations/update_settings'],
  ...['/operations/list_events', '/tokens', '/events', '/records/products', '/records/imports'],
  '/nowhere',
];

/** The few of them that have every part between them. */
export const telling: readonly string[] = [
  ...['/', '/flows/trial', '/people/1', '/operations/create_segment', '/tokens'],
];
