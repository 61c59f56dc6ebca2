import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import { isManagedByAdb } from '../../../../shared/domain/configuration/adb/settings.ts';
import {
  adbCatalogOf,
  catalogOf,
  detectBrand,
} from '../../../../shared/domain/configuration/catalog/catalog.ts';
import { Failure } from '../../kernel/failure.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import type { Records } from '../../devices/index.ts';
import { findDevice } from '../../devices/live/index.ts';

/** Serves the settings catalog of a device, chosen by the brand of its type. */
export function mountCatalog(http: FastifyInstance, records: Records): void {
  mount(http, contract.getSettingsCatalog, ({ params, caller }) => {
    const record = findDevice(records, params.deviceId, caller);
    if (record instanceof Failure) return record;
    const type = record.typeId === null ? undefined : records.types.find(record.enterpriseId, record.typeId);
    const rawBrand = type?.brand ?? null;
    const detectedBrand = detectBrand(rawBrand);
    const catalog = isManagedByAdb(record.mdmInfo) ? adbCatalogOf(detectedBrand) : catalogOf(detectedBrand);
    return { deviceId: record.id, detectedBrand, rawBrand, ...catalog };
  });
}
