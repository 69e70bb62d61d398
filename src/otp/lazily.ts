// Made when first asked for, and then kept: most mails never ask for most of what could be known about them.

export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
