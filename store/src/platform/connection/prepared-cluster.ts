/** The version of PGlite whose files it holds; a test compares it with the package's. */
export const clusterVersion = '0.5.14';

/**
 * The files of an empty embedded database, which `npm run build` makes: to unpack them takes a second
 * of a processor, to make them five. Where it is missing, the files are made.
 */
export const preparedCluster: URL = new URL(
  `../../../dist/prepared/cluster-${clusterVersion}.tar.br`,
  import.meta.url,
);
