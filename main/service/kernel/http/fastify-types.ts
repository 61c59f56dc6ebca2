import type { Endpoint, Reach } from '../../../../shared/contract/endpoint.ts';
import type { Role } from '../../../../shared/contract/access/roles.ts';
import type { Caller } from './caller.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** True in tests: every reply is checked against its schema. */
    checksReplies: boolean;
  }
  interface FastifyRequest {
    /** Null on endpoints that need no token. */
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** Who may call; a route without it is refused to everybody (see auth.ts). */
    access?: Endpoint['access'];
    /** Over which listeners; absent = administration, which the local network does not get without a passcode. */
    reach?: Reach;
    /** The least role of a person who may call; absent or null = technician. */
    role?: Role | null;
    /** True where who called stands in the log of who did what. */
    isAudited?: boolean;
    /** The path in the interface's form, for the metrics. */
    operation?: string;
    /** Requests a minute that one token may make here, counted apart from all others; absent = as the others. */
    tokenLimit?: number;
    /** Requests a minute that one address may make without a token; absent = no limit. */
    addressLimit?: number;
  }
}
