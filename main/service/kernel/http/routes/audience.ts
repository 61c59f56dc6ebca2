import type { IncomingHttpHeaders } from 'node:http';

/** Route constraint for a page at a URL that programs use too: only browsers get it. */
export const FOR_PEOPLE = { audience: 'people' };

/** Fastify constraint that distinguishes a browser from a program: only browsers ask for HTML by name. */
export const audience = {
  name: 'audience',
  deriveConstraint: ({ headers: { accept } }: { readonly headers: IncomingHttpHeaders }) =>
    accept?.startsWith('text/html') === true ? FOR_PEOPLE.audience : '',
  mustMatchWhenDerived: false,
  storage() {
    // The contents are internal to Fastify.
    const handlers = new Map<unknown, never>();
    return {
      get: (value: unknown) => handlers.get(value) ?? null,
      set: (value: unknown, handler: never) => void handlers.set(value, handler),
    };
  },
};
