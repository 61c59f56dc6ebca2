import type { IncomingHttpHeaders } from 'node:http';

/** The constraint of a page at an address that programs use too: only who opens it in a browser gets it. */
export const FOR_PEOPLE = { audience: 'people' };

/**
 * Fastify's constraint that tells a person who opens an address in a browser from a program that reads it: only browsers ask
 * for a page by name.
 */
export const audience = {
  name: 'audience',
  deriveConstraint: ({ headers: { accept } }: { readonly headers: IncomingHttpHeaders }) =>
    accept?.startsWith('text/html') === true ? FOR_PEOPLE.audience : '',
  mustMatchWhenDerived: false,
  storage() {
    // What Fastify keeps in here is its own affair.
    const handlers = new Map<unknown, never>();
    return {
      get: (value: unknown) => handlers.get(value) ?? null,
      set: (value: unknown, handler: never) => void handlers.set(value, handler),
    };
  },
};
