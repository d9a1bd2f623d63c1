interface Names {
  first_name: string;
  last_name?: string;
}

/**
 * First and last name of a whole one: the first word, and all others. One word before a comma is the last
 * name, as in "Lovelace, Ada".
 */
export function splitName(name: string): Names {
  const [last = '', given = '', ...more] = name.split(',').map((part) => part.trim());
  if (given !== '' && more.length === 0 && last !== '' && !last.includes(' ')) {
    return { first_name: given, last_name: last };
  }
  const at = name.indexOf(' ');
  if (at < 0) return { first_name: name };
  return { first_name: name.slice(0, at), last_name: name.slice(at + 1) };
}
