import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What the metrics read at each scrape. */
export type Measured = {
  readonly linkedHeadsets: () => number;
  readonly openStreams: () => number;
  readonly writes: () => { readonly commits: number; readonly works: number };
};

/** Serves `GET /metrics` in the Prometheus text form, for enterprise tokens, and counts every request. */
export function mountMetrics(http: FastifyInstance, measured: Measured): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'muster_' });
  const requests = new Histogram({
    name: 'muster_http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['method', 'operation', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.05, 0.2, 1, 5],
    registers: [registry],
  });
  http.addHook('onResponse', (request, reply, done) => {
    const { operation } = request.routeOptions.config;
    requests.observe(
      { method: request.method, operation: operation ?? 'other', status: String(reply.statusCode) },
      reply.elapsedTime / 1_000,
    );
    done();
  });
  gauge(registry, 'muster_linked_headsets', 'Headsets that hold their link now', measured.linkedHeadsets);
  gauge(registry, 'muster_open_streams', 'Event streams open now', measured.openStreams);
  counter(
    registry,
    'muster_store_commits_total',
    'Write transactions since the start',
    () => measured.writes().commits,
  );
  counter(registry, 'muster_store_works_total', 'Writes that shared them', () => measured.writes().works);

  http.get(
    '/metrics',
    { config: { access: ['enterprise'], operation: '/metrics' } },
    async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()),
  );
}

function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  const created: Gauge = new Gauge({ name, help, registers: [registry], collect: () => created.set(read()) });
}

/** A counter that follows a total kept elsewhere. */
function counter(registry: Registry, name: string, help: string, read: () => number): void {
  const created: Counter = new Counter({
    name,
    help,
    registers: [registry],
    collect: () => {
      created.reset();
      created.inc(read());
    },
  });
}
