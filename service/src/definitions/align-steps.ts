/**
 * Matches the steps of a sequence with those in its file, since files give steps no ids. The result
 * has, for each wanted step, the index of a held one, or null for a new step. Steps that send the
 * same email are the same step, in order as far as possible; of the rest, steps at the same
 * position are the same step with another email.
 */
export function alignSteps(
  held: readonly { email_id: number }[],
  wanted: readonly { email_id: number }[],
): (number | null)[] {
  const matched = longestCommon(held, wanted);
  const used = new Set(matched.filter((index) => index !== null));
  // The same email, at another position.
  for (const [at, step] of wanted.entries()) {
    if (matched[at] !== null) continue;
    const index = held.findIndex((one, i) => !used.has(i) && one.email_id === step.email_id);
    if (index < 0) continue;
    matched[at] = index;
    used.add(index);
  }
  // The same position, with another email.
  for (const at of wanted.keys()) {
    if (matched[at] !== null || used.has(at) || at >= held.length) continue;
    matched[at] = at;
    used.add(at);
  }
  return matched;
}

function longestCommon(
  held: readonly { email_id: number }[],
  wanted: readonly { email_id: number }[],
): (number | null)[] {
  const width = wanted.length + 1;
  const lengths = new Uint16Array((held.length + 1) * width);
  for (let i = held.length - 1; i >= 0; i -= 1) {
    for (let j = wanted.length - 1; j >= 0; j -= 1) {
      const same = held[i]?.email_id === wanted[j]?.email_id;
      lengths[i * width + j] = same
        ? 1 + (lengths[(i + 1) * width + j + 1] ?? 0)
        : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  const matched: (number | null)[] = wanted.map(() => null);
  for (let i = 0, j = 0; i < held.length && j < wanted.length; ) {
    if (held[i]?.email_id === wanted[j]?.email_id) {
      matched[j] = i;
      i += 1;
      j += 1;
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return matched;
}
