import type { RouterFinding } from '../../../../shared/contract/network/routers.ts';
import type { Core } from '../../kernel/kernel.ts';
import { NO_ADDRESSES, type RouterLogin, type RouterTable } from '../router-readers/router-table.ts';
import type { RouterAddress } from '../router-readers/router-http.ts';
import { RouterFault } from '../router-readers/router-fault.ts';
import { isFileKind, isNetworkKind, isOwner, isRouterAddress, type RouterHost } from './rules.ts';
import type { Router, RouterStore } from './store.ts';

/** The result of one reading. */
export type Outcome = {
  readonly result: RouterTable | RouterFault;
  readonly fingerprint: string | null;
};

type Cached = { readonly startedAtMs: number; cacheMs: number; readonly outcome: Promise<Outcome> };

/** Thirty lookups, one by one, cost the router one reading within this time, in ms. */
const FRESH_MS = 2_000;
/** A router that does not answer is not asked again for this long, in ms; each request would wait for it. */
const FAILED_MS = 5_000;
/** Routers lock out clients that keep using a wrong password: pause in ms. */
const REFUSED_MS = 60_000;
const NEED_LOGIN: ReadonlySet<string> = new Set(['mikrotik', 'openwrt', 'unifi', 'unifi-legacy', 'opnsense']);

/** Reads routers and lease files, each no more often than it tolerates. */
export class RouterReader {
  readonly #core: Core;
  readonly #store: RouterStore;
  readonly #station: RouterHost;
  readonly #cache = new Map<number, Cached>();

  constructor(core: Core, store: RouterStore, station: RouterHost) {
    this.#core = core;
    this.#store = store;
    this.#station = station;
  }

  /** Returns a recent reading. */
  read(router: Router): Promise<Outcome> {
    const cached = this.#cache.get(router.key);
    if (cached !== undefined && performance.now() - cached.startedAtMs < cached.cacheMs)
      return cached.outcome;
    return this.readNow(router);
  }

  /** Returns a new reading. */
  readNow(router: Router): Promise<Outcome> {
    const outcome = this.#readAndPin(router);
    // Until it is complete, all requests wait for the same reading.
    const cached: Cached = {
      startedAtMs: performance.now(),
      cacheMs: Number.POSITIVE_INFINITY,
      outcome,
    };
    this.#cache.set(router.key, cached);
    outcome.then(
      ({ result }) => {
        cached.cacheMs = performance.now() - cached.startedAtMs + cacheMs(result);
        setTimeout(() => this.#drop(router.key, cached), cacheMs(result)).unref();
      },
      () => this.#drop(router.key, cached),
    );
    return outcome;
  }

  /**
   * Returns how many addresses it may assign, asked now; null if it does not report it. Call it after a successful
   * reading.
   */
  async readPoolSize({ enterpriseId, id }: Pick<Router, 'enterpriseId' | 'id'>): Promise<number | null> {
    // The previous query may have pinned its key.
    const router = this.#store.findById(enterpriseId, id);
    if (router === undefined || router.url === null || !isNetworkKind(router.kind)) return null;
    const login = this.#loginOf(router);
    if (login instanceof RouterFault) return null;
    const { readPoolSize } = await import('../router-readers/readers.ts');
    return readPoolSize(router.kind, this.#addressOf(router, router.url), login);
  }

  /** Drops the reading of a router that was changed or removed. */
  clear(key: number): void {
    this.#cache.delete(key);
  }

  #drop(key: number, cached: Cached): void {
    if (this.#cache.get(key) === cached) this.#cache.delete(key);
  }

  async #readAndPin(router: Router): Promise<Outcome> {
    const outcome = await this.#readOnce(router);
    const { fingerprint } = outcome;
    if (router.fingerprint === null && fingerprint !== null) {
      const { clock, writer } = this.#core;
      await writer.run(() => {
        // Meanwhile it may have been edited, or another reading may have pinned its key.
        const current = this.#store.findById(router.enterpriseId, router.id);
        if (current?.key === router.key && current.url === router.url && current.fingerprint === null) {
          this.#store.pin(router.key, fingerprint, clock.now());
        }
      });
    }
    return outcome;
  }

  async #readOnce(router: Router): Promise<Outcome> {
    const { kind, path, url } = router;
    // Loaded late: most stations have no router, and the start need not wait for it.
    const { readLeaseFile, readRouter } = await import('../router-readers/readers.ts');
    if (isNetworkKind(kind) && url !== null) {
      const login = this.#loginOf(router);
      if (login instanceof RouterFault) return { result: login, fingerprint: null };
      return readRouter(kind, this.#addressOf(router, url), login);
    }
    if (!isFileKind(kind) || path === null || !isOwner(this.#station, router.enterpriseId)) {
      const message = 'Files are read in role station alone, for the organisation of the station itself.';
      return { result: new RouterFault('FILE_REFUSED', message), fingerprint: null };
    }
    try {
      const leases = await readLeaseFile(kind, path, this.#core.clock.now());
      return { result: { arp: NO_ADDRESSES, leases, problem: null }, fingerprint: null };
    } catch (error) {
      if (!(error instanceof RouterFault)) throw error;
      return { result: error, fingerprint: null };
    }
  }

  #addressOf({ allowsOtherNetworks, fingerprint }: Router, url: string): RouterAddress {
    const isAllowed = (ip: string): boolean => isRouterAddress(ip, this.#station, allowsOtherNetworks);
    return { url, isAllowed, pinned: fingerprint };
  }

  #loginOf({ kind, username, secret, site }: Router): RouterLogin | RouterFault {
    const plain = secret === null ? '' : this.#core.vault.unseal(secret);
    const needsName = kind !== 'unifi' && NEED_LOGIN.has(kind);
    const isMissing = (needsName && (username ?? '') === '') || (kind === 'unifi' && plain === '');
    if (plain === undefined || isMissing) {
      const message =
        plain === undefined
          ? 'The stored password was encrypted with another key. Enter it again.'
          : 'Enter the name and password, or the key, that it asks for.';
      return new RouterFault('CREDENTIALS_MISSING', message);
    }
    return { username: username ?? '', secret: plain, site };
  }
}

const RETENTION_MS: Readonly<Partial<Record<RouterFinding, number>>> = { CREDENTIALS_REFUSED: REFUSED_MS };

function cacheMs(result: RouterTable | RouterFault): number {
  return result instanceof RouterFault ? (RETENTION_MS[result.finding] ?? FAILED_MS) : FRESH_MS;
}
