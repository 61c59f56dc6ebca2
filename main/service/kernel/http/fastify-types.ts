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
    /** Access to the operation; a route without it is refused to all (see auth.ts). */
    access?: Endpoint['access'];
    /** Listeners that serve it; absent = administration, which the local network gets only with a passcode. */
    reach?: Reach;
    /** The lowest role that may call; absent or null = technician. */
    role?: Role | null;
    /** True if it also serves people who are limited to carts. */
    servesCarts?: boolean;
    servesPartners?: boolean;
    /** True if calls are recorded in the audit log. */
    isAudited?: boolean;
    /** The path in the interface's form, for the metrics. */
    operation?: string;
    /** Requests per minute that one token may make here, counted separately; absent = counted with the others. */
    tokenLimit?: number;
    /** Requests per minute from one address without a token; absent = no limit. */
    addressLimit?: number;
  }
}
