import type { FastifyInstance } from 'fastify';

/** Returns a function that returns how long ago the last request arrived, in ms. */
export function watchRequests(http: FastifyInstance): () => number {
  let lastMs = performance.now();
  http.addHook('onRequest', (_request, _reply, done) => {
    lastMs = performance.now();
    done();
  });
  return () => performance.now() - lastMs;
}
