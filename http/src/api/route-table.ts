import { nearestRoute } from './nearest-route.ts';

export interface RouteTable {
  add(methods: readonly string[], url: string): void;
  /** The methods that a URL has, in alphabetical order; empty if no route matches. */
  methodsAt(url: string): string[];
  /** The path of the API that is closest to that of a URL without a route, or null. */
  nearestTo(url: string): string | null;
}

function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    if (part.startsWith(':')) return '[^/]+';
    return part === '*' ? '.*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('/')}$`);
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
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
      const path = pathOf(url);
      const found = new Set<string>();
      for (const { pattern, methods } of routes.values()) {
        if (pattern.test(path)) for (const method of methods) found.add(method);
      }
      return [...found].sort();
    },
    nearestTo: (url) => nearestRoute(pathOf(url), routes.keys()),
  };
}
