export interface RouteTable {
  add(methods: readonly string[], url: string): void;
  /** The methods that a URL has, in alphabetical order; empty if no route matches. */
  methodsAt(url: string): string[];
}

function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    if (part.startsWith(':')) return '[^/]+';
    return part === '*' ? '.*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('/')}$`);
}

/** Remembers routes, to distinguish a wrong method from an unknown path (RFC 9110 §15.5.6). */
export function createRouteTable(): RouteTable {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  return {
    add(methods, url) {
      const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() };
      for (const method of methods) route.methods.add(method);
      routes.set(url, route);
    },
    methodsAt(url) {
      const path = url.split('?', 1)[0] ?? '';
      const found = new Set<string>();
      for (const { pattern, methods } of routes.values()) {
        if (pattern.test(path)) for (const method of methods) found.add(method);
      }
      return [...found].sort();
    },
  };
}
