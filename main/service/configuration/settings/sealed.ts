import { z } from 'zod';

import {
  type SettingsChange,
  storedChangeSchema,
} from '../../../../shared/contract/configuration/settings/settings.ts';
import { withoutCertificate } from '../../../../shared/domain/configuration/settings/certificates.ts';
import type {
  StoredSettings,
  SealedChange,
} from '../../../../shared/domain/configuration/settings/stored.ts';
import type { Vault } from '../../kernel/vault.ts';

const sealedWifiSchema = z.object({ sealedPassword: z.string().nullish() });
const sealedSchema = z.object({ wifi: z.array(sealedWifiSchema).nullish() });

/** Parses an encrypted change from its JSON text. */
export function parseSealed(text: string): SealedChange {
  const json: unknown = JSON.parse(text);
  const change = storedChangeSchema.parse(json);
  const sealed = sealedSchema.parse(json).wifi ?? [];
  const { wifi, ...rest } = change;
  if (!wifi) return { ...rest, ...(wifi === null ? { wifi } : {}) };
  return {
    ...rest,
    wifi: wifi.map(({ password: _password, ...network }, index) => {
      const sealedPassword = sealed[index]?.sealedPassword;
      return sealedPassword === undefined ? network : { ...network, sealedPassword };
    }),
  };
}

/** Returns a change as in the interface: with its passwords decrypted, or without them and client certificates. */
export function unsealed(change: SealedChange, vault: Vault | undefined): SettingsChange {
  const { wifi, ...rest } = change;
  if (!wifi) return { ...rest, ...(wifi === null ? { wifi } : {}) };
  return {
    ...rest,
    wifi: wifi.map(({ sealedPassword, ...whole }) => {
      const network = vault === undefined ? withoutCertificate(whole) : whole;
      if (sealedPassword === undefined) return network;
      if (sealedPassword === null) return { ...network, password: null };
      const password = vault?.unseal(sealedPassword);
      return password === undefined ? network : { ...network, password };
    }),
  };
}

/** Returns the change with known passwords in their stored form, because every encryption differs. */
export function resealed(change: SealedChange, known: StoredSettings['wifi'], vault: Vault): SealedChange {
  const { wifi } = change;
  if (!wifi || known === undefined) return change;
  return {
    ...change,
    wifi: wifi.map((network) => {
      const before = known.find(({ ssid }) => ssid === network.ssid)?.sealedPassword;
      if (typeof network.sealedPassword !== 'string' || before === undefined) return network;
      const isSame = vault.unseal(before) === vault.unseal(network.sealedPassword);
      return isSame ? { ...network, sealedPassword: before } : network;
    }),
  };
}
