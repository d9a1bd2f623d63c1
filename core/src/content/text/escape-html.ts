const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};

/** Escapes text for element content and for quoted attributes. */
export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (char) => entities[char] ?? char) : text;
}

/** Reverses the escapes of HTML serializers and `escapeHtml`, to read an attribute's real value. */
export function unescapeHtml(html: string): string {
  if (!html.includes('&')) return html;
  return html.replace(/&(?:amp|lt|gt|quot|apos|colon|Tab|NewLine|#\d+|#x[0-9a-f]+);?/gi, (entity) =>
    decode(entity.slice(1).replace(/;$/, '')),
  );
}

const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['colon', ':'],
  ['tab', '\t'],
  ['newline', '\n'],
]);

function decode(name: string): string {
  if (!name.startsWith('#')) return named.get(name.toLowerCase()) ?? `&${name};`;
  const hexadecimal = name[1] === 'x' || name[1] === 'X';
  const code = Number.parseInt(name.slice(hexadecimal ? 2 : 1), hexadecimal ? 16 : 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}
