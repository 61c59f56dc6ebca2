import type { FastifyInstance } from 'fastify';

import { Failure } from '../../failure.ts';

/** The methods of a path, in Fastify's notation, and the URLs that it matches. */
type Served = { readonly pattern: RegExp; readonly methods: Set<string> };

/**
 * Answers what no route does, before its body is read: OPTIONS with the methods of the URL, another method with 405 and
 * the same list, and an unknown URL with 404. Register it before the routes. Source: RFC 9110, sections 9.3.7 and
 * 15.5.6.
 */
export function answerOtherMethods(http: FastifyInstance): void {
  const served = new Map<string, Served>();
  http.addHook('onRoute', ({ url, method, constraints }) => {
    // Pages for people share their URLs with operations.
    if (url.includes('*') || constraints !== undefined) return;
    const known = served.get(url) ?? { pattern: toPattern(url), methods: new Set(['OPTIONS']) };
    served.set(url, known);
    for (const each of [method].flat()) known.methods.add(each);
  });
  http.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const allowed = methodsAt(request.url, served);
    if (allowed === '') return done(unknownUrl());
    void reply.header('allow', allowed);
    if (request.method === 'OPTIONS') return void reply.code(204).send();
    return done(
      new Failure('METHOD_NOT_ALLOWED', `${request.method} is not possible at this address. Use ${allowed}.`),
    );
  });
  http.setNotFoundHandler(() => {
    throw unknownUrl();
  });
}

function unknownUrl(): Failure {
  return new Failure('NOT_FOUND', 'The station has nothing at this address.');
}

function methodsAt(url: string, served: ReadonlyMap<string, Served>): string {
  const [path = ''] = url.split('?', 1);
  const methods = [...served.values()].flatMap((each) => (each.pattern.test(path) ? [...each.methods] : []));
  return [...new Set(methods)].toSorted().join(', ');
}

function toPattern(url: string): RegExp {
  const escaped = url.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/:\w+/g, '[^/]+')}$`);
}
