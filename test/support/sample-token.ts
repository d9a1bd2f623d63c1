/** A token as the store takes one, of scope `read`. */
export function sampleToken(name: string, hash: Uint8Array) {
  return {
    ...{ name, hash, scopes: ['read'] as const },
    ...{ created_by_kind: null, created_by_name: null, parent_id: null },
    ...{ expires_at: null, allowed_ips: [] },
  };
}
