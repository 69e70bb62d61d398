// Knows every registered path, so that a wrong method is told from a wrong path (405 and 404).

export function createRouteBook() {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  return {
    add(methods: string, url: string): void {
      let route = routes.get(url);
      if (!route) {
        const source = url
          .split('/')
          .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : RegExp.escape(part)))
          .join('/');
        route = { pattern: new RegExp(`^${source}$`), methods: new Set() };
        routes.set(url, route);
      }
      for (const method of methods.split(',')) route.methods.add(method);
    },
    methodsFor(path: string): string[] {
      const methods = new Set<string>();
      for (const route of routes.values()) {
        if (route.pattern.test(path)) for (const method of route.methods) methods.add(method);
      }
      return [...methods].sort();
    },
  };
}
