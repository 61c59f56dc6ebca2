import type { FastifyInstance } from 'fastify';

import { EPOCH_HEADER } from '../../../../shared/contract/devices/devices.ts';
import { Failure } from '../failure.ts';
import type { Core } from '../kernel.ts';

/**
 * Adds the epoch of the store to every reply of a central, or of a station to its partner, and refuses requests that name another one: they were
 * prepared before a backup was restored, and the same revisions now mean other changes.
 */
export function nameEpoch(http: FastifyInstance, { epoch }: Core, role: 'station' | 'central'): void {
  http.addHook('onRequest', (request, reply, done) => {
    if (role === 'station' && request.caller?.isPartner !== true) return done();
    void reply.header(EPOCH_HEADER, epoch.id);
    const expected = request.headers[EPOCH_HEADER];
    const isOther = expected !== undefined && expected !== epoch.id;
    done(
      isOther ? new Failure('PRECONDITION_FAILED', 'This central was restored from a backup.') : undefined,
    );
  });
}
