import type { FastifyInstance } from 'fastify';
import type * as PromClient from 'prom-client';

import { Failure } from '../failure.ts';

/** Sources that the metrics read at each scrape. */
export type Measured = {
  readonly ownEnterpriseId: string;
  readonly linkedHeadsets: () => number;
  readonly openStreams: () => number;
  readonly writes: () => { readonly commits: number; readonly works: number };
  /** Returns the number of writes queued for their transaction. */
  readonly queued: () => number;
  /** Calls back with the duration of each transaction: in the store, and until it is on disk. */
  readonly onTimes: (
    received: (times: { readonly commitMs: number; readonly flushMs: number }) => void,
  ) => void;
  readonly storeBytes: () => number;
  readonly logBytes: () => number;
  readonly organisations: () => number;
  readonly devices: () => number;
  /** Name of the cell; undefined: the only central. */
  readonly cell: string | undefined;
};

type Loaded = {
  readonly registry: PromClient.Registry;
  readonly requests: PromClient.Histogram;
  readonly heartbeats: PromClient.Counter;
};

const LOAD_AFTER_MS = 500;

/**
 * Serves `GET /metrics` in the Prometheus text format, for tokens of the station's own organisation. Counts requests
 * from shortly after the station listens; the library is loaded then, so that it does not delay the start.
 */
export function mountMetrics(http: FastifyInstance, measured: Measured): void {
  let loaded: Loaded | undefined;
  let loading: Promise<Loaded> | undefined;
  // Once, even if the first scrape arrives meanwhile: a second registry would lose the counts of the first.
  const load = (): Promise<Loaded> => (loading ??= loadMetrics(measured).then((each) => (loaded = each)));
  http.addHook('onListen', (done) => {
    setTimeout(() => void load(), LOAD_AFTER_MS).unref();
    done();
  });
  http.addHook('onResponse', (request, reply, done) => {
    const { operation } = request.routeOptions.config;
    loaded?.requests.observe(
      { method: request.method, operation: operation ?? 'other', status: String(reply.statusCode) },
      reply.elapsedTime / 1_000,
    );
    if (operation === '/devices/{deviceId}' && request.method === 'PUT' && reply.statusCode === 200)
      loaded?.heartbeats.inc();
    done();
  });
  http.route({
    method: 'GET',
    url: '/metrics',
    config: { access: ['enterprise'], reach: 'anywhere', operation: '/metrics' },
    async handler({ caller }, reply) {
      // They cover all organisations, and the process.
      if (caller?.enterpriseId !== measured.ownEnterpriseId)
        throw new Failure('FORBIDDEN', 'Only the organisation of this station reads its metrics.');
      const { registry } = await load();
      return reply.type(registry.contentType).send(await registry.metrics());
    },
  });
}

/** Of this process, whichever services run in it: what the library starts to measure, it never stops measuring. */
let ofProcess: PromClient.Registry | undefined;

function metricsOfProcess({ collectDefaultMetrics, Registry }: typeof PromClient): PromClient.Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess, prefix: 'muster_' });
  }
  return ofProcess;
}

async function loadMetrics(measured: Measured): Promise<Loaded> {
  const library = await import('prom-client');
  const { Counter, Gauge, Histogram, Registry } = library;
  const registry = new Registry();
  const requests = new Histogram({
    name: 'muster_http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['method', 'operation', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.05, 0.2, 1, 5],
    registers: [registry],
  });
  const gauge = (name: string, help: string, read: () => number): void => {
    const created: PromClient.Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      collect: () => created.set(read()),
    });
  };
  /** A counter that mirrors a total kept elsewhere. */
  const counter = (name: string, help: string, read: () => number): void => {
    const collect = (): void => {
      created.reset();
      created.inc(read());
    };
    const created: PromClient.Counter = new Counter({ name, help, registers: [registry], collect });
  };
  gauge('muster_linked_headsets', 'Headsets that are connected now', measured.linkedHeadsets);
  gauge('muster_open_streams', 'Event streams open now', measured.openStreams);
  counter(
    'muster_store_commits_total',
    'Write transactions since the start',
    () => measured.writes().commits,
  );
  counter(
    'muster_store_works_total',
    'Writes committed in these transactions',
    () => measured.writes().works,
  );
  const heartbeats = new Counter({
    name: 'muster_heartbeats_total',
    help: 'Heartbeats accepted since the start',
    registers: [registry],
  });
  measureStore(measured, (name, help) => {
    const buckets = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5];
    return new Histogram({ name, help, buckets, registers: [registry] });
  });
  gauge('muster_store_queue', 'Writes that wait for their transaction', measured.queued);
  gauge('muster_store_bytes', 'Size of the store', measured.storeBytes);
  gauge('muster_store_log_bytes', 'Size of the write-ahead log of the store', measured.logBytes);
  gauge('muster_organisations', 'Organisations that are served here', measured.organisations);
  gauge('muster_devices', 'Devices of these organisations, slots included', measured.devices);
  const all = Registry.merge([metricsOfProcess(library), registry]);
  if (measured.cell !== undefined) all.setDefaultLabels({ cell: measured.cell });
  return { registry: all, requests, heartbeats };
}

/** Measures the duration of transactions. */
function measureStore(
  { onTimes }: Measured,
  histogram: (name: string, help: string) => PromClient.Histogram,
): void {
  const commits = histogram('muster_store_commit_seconds', 'Time that a transaction holds the event loop');
  const flushes = histogram('muster_store_flush_seconds', 'Time until a transaction is on disk');
  onTimes(({ commitMs, flushMs }) => {
    commits.observe(commitMs / 1_000);
    flushes.observe(flushMs / 1_000);
  });
}
