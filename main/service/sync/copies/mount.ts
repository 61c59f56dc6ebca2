import type { FastifyInstance } from 'fastify';

import { COPIED_HEADER, STATION_HEADER } from '../../../../shared/contract/devices/devices.ts';
import { StationWatch } from './station-watch.ts';

/** `identity.run`, as `identityOf` returns it. */
const STATION = /^([\w-]{1,64})\.([\w-]{1,64})$/;

/** Tells a calling station that another one uses the same identity. */
export function watchStations(http: FastifyInstance): void {
  const watch = new StationWatch();
  http.addHook('onRequest', (request, reply, done) => {
    const [, station, run] = STATION.exec(request.headers[STATION_HEADER]?.toString() ?? '') ?? [];
    const enterpriseId = request.caller?.enterpriseId ?? null;
    if (station !== undefined && run !== undefined && enterpriseId !== null) {
      const isCopy = watch.isCopy(`${enterpriseId}/${station}`, run);
      if (isCopy) void reply.header(COPIED_HEADER, 'true');
    }
    done();
  });
}
