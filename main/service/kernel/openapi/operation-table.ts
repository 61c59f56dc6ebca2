import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import FindMyWay from 'find-my-way';
import type { ConstraintStrategy, Handler, HTTPVersion } from 'find-my-way';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import type { Method } from '../../../../shared/contract/endpoint.ts';
import { Failure } from '../failure.ts';

/** One operation as the server knows it. */
export type Route = {
  readonly method: Method;
  /** As Fastify writes it: `/devices/:deviceId`. */
  readonly url: string;
  readonly config: FastifyContextConfig;
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => unknown;
  /** True for a page at an address that programs use too: only who opens it in a browser gets it. */
  readonly isForPeople?: boolean;
};

type Found = { readonly route: Route; readonly params: object };

const METHODS: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function isMethod(text: string): text is Method {
  return METHODS.some((method) => method === text);
}

/** Longest part of a path that is read. Longer ones are refused by the schema with a documented status, not by the router. */
export const MAX_PARAM_LENGTH = 4_096;

/** How long nobody has to ask for anything before the paths are put in order. */
const ORDER_AFTER_MS = 150;

/** How many then at once: about a millisecond. */
const AT_ONCE = 20;

/**
 * The operations of the server, found by Fastify's own rules for paths. Noting one costs next to nothing, so that a start
 * does not take longer with every operation; their paths are put in order at the first request or soon after the start.
 */
export class OperationTable {
  readonly #routes: Route[] = [];
  readonly #byHandler = new Map<unknown, Route>();
  readonly #finder = FindMyWay({
    maxParamLength: MAX_PARAM_LENGTH,
    onMaxParamLength: () => undefined,
    querystringParser: noQuery,
    constraints: { audience },
  });
  /** How many paths are in order. */
  #ordered = 0;

  add(route: Route): void {
    if (this.#ordered > 0) throw new Error(`${route.url} comes too late: the server has started`);
    this.#routes.push(route);
  }

  /** Puts some more paths in order; answers whether any are left. @throws {Error} where a method and path are there twice. */
  order(most: number): boolean {
    const end = this.#ordered + most;
    for (const route of this.#routes.slice(this.#ordered, end)) {
      const constraints = route.isForPeople === true ? PEOPLE : {};
      // Only looked up, never called.
      const handler = (): void => undefined;
      this.#byHandler.set(handler, route);
      this.#finder.on(route.method, route.url, { constraints }, handler);
    }
    this.#ordered = Math.min(end, this.#routes.length);
    return this.#ordered < this.#routes.length;
  }

  /** The operation that a request is for, with the parameters of its path. @throws {Failure} where a parameter is too long. */
  find({ method = '', url = '/', headers }: IncomingMessage): Found | undefined {
    if (this.#ordered < this.#routes.length) this.order(Infinity);
    const found = isMethod(method) ? this.#finder.find(method, url, audienceOf(headers)) : null;
    if (found === null) return undefined;
    const route = this.#byHandler.get(found.handler);
    // The finder has an answer of its own for a parameter that is too long.
    if (route === undefined) throw new Failure('NOT_FOUND', 'Nothing has an identifier of that length.');
    return { route, params: found.params };
  }
}

const PEOPLE = { audience: 'people' } as const;

/** Tells a person who opens an address in a browser from a program that reads it: only browsers ask for a page by name. */
function audienceOf({ accept }: IncomingHttpHeaders): typeof PEOPLE | undefined {
  return accept?.startsWith('text/html') === true ? PEOPLE : undefined;
}

const audience: ConstraintStrategy<HTTPVersion.V1> = {
  name: 'audience',
  deriveConstraint: ({ headers }) => audienceOf(headers)?.audience ?? '',
  mustMatchWhenDerived: false,
  storage() {
    const handlers = new Map<string, Handler<HTTPVersion.V1>>();
    return {
      get: (value) => handlers.get(value) ?? null,
      set: (value, handler) => void handlers.set(value, handler),
    };
  },
};

/** Fastify has read the query already. */
function noQuery(): object {
  return {};
}

/** Gives the server its table, and every request the operation that it is for. Before the hooks that ask for it. */
export function findOperations(http: FastifyInstance): void {
  const table = new OperationTable();
  http.decorate('operations', table);
  http.decorateRequest('operation', undefined);
  http.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.url === EVERYTHING) {
      const found = table.find(request.raw);
      request.operation = found?.route;
      if (found !== undefined) request.params = found.params;
    }
    done();
  });
  http.addHook('onListen', (done) => {
    const orderMore = (): void => {
      if (table.order(AT_ONCE)) setImmediate(orderMore);
    };
    setTimeout(orderMore, ORDER_AFTER_MS).unref();
    done();
  });
}

/** One route of Fastify serves all operations. After the hooks that are added route by route. */
export function serveOperations(http: FastifyInstance): void {
  http.route({
    method: METHODS,
    url: EVERYTHING,
    handler(request, reply) {
      if (request.operation === undefined) throw nothingHere();
      return request.operation.handler(request, reply);
    },
  });
}

const EVERYTHING = '/*';

/** What is said where the station has nothing. */
export function nothingHere(): Failure {
  return new Failure('NOT_FOUND', 'The station has nothing at this address.');
}

/** What was declared of what the request is for: an operation, or a route of the interface. */
export function configOf({ operation, routeOptions }: FastifyRequest): FastifyContextConfig {
  return operation?.config ?? routeOptions.config;
}

/** Whether the station has nothing at the address of the request. */
export function isNowhere(request: FastifyRequest): boolean {
  return request.is404 || (request.routeOptions.url === EVERYTHING && request.operation === undefined);
}
