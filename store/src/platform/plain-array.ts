/**
 * An array of numbers, or of times in ISO 8601, as PostgreSQL writes one. The client looks at each
 * member for what must be escaped; none of these has such characters.
 */
export function plainArray(members: readonly (number | string)[]): string {
  return `{${members.join(',')}}`;
}
