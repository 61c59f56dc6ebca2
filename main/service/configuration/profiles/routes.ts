import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import type { Profile } from '../../../../shared/contract/configuration/profiles.ts';
import {
  type SettingsChange,
  settingsChangeSchema,
} from '../../../../shared/contract/configuration/settings/settings.ts';
import { withKnownCertificate } from '../../../../shared/domain/configuration/settings/certificates.ts';
import type { SealedChange } from '../../../../shared/domain/configuration/settings/stored.ts';
import { toInstant } from '../../kernel/clock.ts';
import { Failure, noOrganisation } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { newId } from '../../kernel/new-id.ts';
import { checkChange } from '../settings/change.ts';
import { lastingNetworks } from '../settings/replaced-network.ts';
import { parseSealed } from '../settings/sealed.ts';
import type { Records } from '../../devices/index.ts';
import { actorOf, type ToAuthor } from '../../devices/history/index.ts';
import { announceDevice } from '../../devices/live/index.ts';
import { compareSides } from './compare.ts';
import type { ProfileRow, ProfileStore } from './store.ts';
import { sizeOf, toProfile, toSummary } from './views.ts';

/** Dependencies of profiles. */
export type ProfileParts = {
  readonly records: Records;
  readonly profiles: ProfileStore;
  readonly toAuthor: ToAuthor;
};

/** Maximum number of profiles per organisation. */
const MAX_PROFILES = 200;

type Refusal = Failure<'CONFLICT' | 'FORBIDDEN' | 'PACKAGE_NAME_CONFLICT' | 'INVALID_CONFIGURATION'>;

export function mountProfiles(http: FastifyInstance, parts: ProfileParts): void {
  mountReads(http, parts);
  mountWrites(http, parts);
  mountFiles(http, parts);
}

function mountReads(http: FastifyInstance, { records, profiles, toAuthor }: ProfileParts): void {
  const { vault } = records.core;

  mount(http, contract.listProfiles, ({ caller }) => ({
    items: profiles.all(caller.enterpriseId ?? '').map((row) => toSummary(row, toAuthor)),
  }));

  mount(http, contract.getProfile, ({ params, query, caller }) => {
    const row = findProfile(profiles, params.profileId, caller, query.version);
    return row instanceof Failure ? row : toProfile(row, toAuthor, query.passwords ? vault : undefined);
  });

  mount(http, contract.listProfileVersions, ({ params, caller }) => {
    const row = findProfile(profiles, params.profileId, caller);
    if (row instanceof Failure) return row;
    return {
      items: profiles.versions(row.id).map(({ version, name, savedAtMs, author, size }) => ({
        version,
        name,
        savedAt: toInstant(savedAtMs),
        author: toAuthor(author),
        size,
      })),
    };
  });

  mount(http, contract.compareProfiles, ({ body, caller }) =>
    compareSides(records, (id, version) => findProfile(profiles, id, caller, version), body, caller),
  );
}

function mountWrites(http: FastifyInstance, parts: ProfileParts): void {
  const { records, profiles, toAuthor } = parts;
  const { writer, vault } = records.core;

  mount(http, contract.createProfile, ({ body, caller }) =>
    writer.run(() => create(parts, body, caller, vault)),
  );

  mount(http, contract.updateProfile, ({ params, body, caller, ifMatch }) =>
    writer.run(() => {
      const row = findProfile(profiles, params.profileId, caller);
      if (row instanceof Failure) return row;
      if (ifMatch !== null && !ifMatch.has(row.version)) {
        return new Failure(
          'CONFLICT',
          'The profile was saved since it was read. Read it again before saving.',
        );
      }
      const existing = profiles.idOfName(row.enterpriseId, body.name);
      if (existing !== undefined && existing !== row.id) return nameTaken(body.name);
      const change = checkChange(body.settings, vault, 'settings.');
      if (change instanceof Failure) return change;
      const stored = withKnownPasswords(change, row);
      profiles.save(row.id, aVersion(records, body, stored, caller));
      return answer(profiles, row.id, toAuthor);
    }),
  );

  mount(http, contract.deleteProfile, ({ params, caller }) =>
    writer.run((afterCommit) => {
      const row = findProfile(profiles, params.profileId, caller);
      if (row instanceof Failure) return row;
      const waiting = records.slotProfiles.waitingFor(row.id);
      profiles.remove(row.id);
      afterCommit(() => {
        for (const id of waiting) {
          const record = records.devices.find(id);
          if (record !== undefined) announceDevice(records, record, { headset: { profileId: null } });
        }
      });
      return { id: row.id, success: true as const };
    }),
  );
}

function mountFiles(http: FastifyInstance, parts: ProfileParts): void {
  const { records, profiles, toAuthor } = parts;
  const { writer, vault } = records.core;

  mount(http, contract.exportProfile, ({ params, query, caller }) => {
    const row = findProfile(profiles, params.profileId, caller, query.version);
    if (row instanceof Failure) return row;
    const { name, description, settings } = toProfile(row, toAuthor, query.passwords ? vault : undefined);
    return { format: 'muster-profile' as const, formatVersion: 1 as const, name, description, settings };
  });

  mount(http, contract.importProfile, ({ body, caller }) => {
    const read = readSettings(body.settings);
    if (read instanceof Failure) return read;
    const { settings, ignored } = read;
    return writer.run(() => {
      const name = freeName(profiles, caller.enterpriseId ?? '', body.name);
      const made = create(parts, { name, description: body.description ?? '', settings }, caller, vault);
      return made instanceof Failure ? made : { profile: made, ignored: [...ignored] };
    });
  });
}

/** Returns a profile of the caller's organisation, in its newest or the given version. */
export function findProfile(
  profiles: ProfileStore,
  id: string,
  caller: Pick<Caller, 'enterpriseId'>,
  version = 0,
): ProfileRow | Failure<'NOT_FOUND'> {
  const row = version === 0 ? profiles.find(id) : profiles.findVersion(id, version);
  return row === undefined || row.enterpriseId !== caller.enterpriseId
    ? new Failure('NOT_FOUND', 'There is no such profile, or not in this version.')
    : row;
}

type Input = { readonly name: string; readonly description: string; readonly settings: SettingsChange };

function create(
  { records, profiles, toAuthor }: ProfileParts,
  body: Input,
  caller: Caller,
  vault: Records['core']['vault'],
): Profile | Refusal {
  const { enterpriseId } = caller;
  if (enterpriseId === null) return noOrganisation();
  const change = checkChange(body.settings, vault, 'settings.');
  if (change instanceof Failure) return change;
  if (profiles.idOfName(enterpriseId, body.name) !== undefined) return nameTaken(body.name);
  if (profiles.count(enterpriseId) >= MAX_PROFILES) {
    return new Failure(
      'CONFLICT',
      `There are ${MAX_PROFILES} profiles already. Remove one that is not used.`,
    );
  }
  const id = newId();
  profiles.add(id, enterpriseId, body.name, records.core.clock.now());
  profiles.save(id, aVersion(records, body, change, caller));
  return answer(profiles, id, toAuthor);
}

function aVersion(
  { core }: Records,
  { name, description }: Pick<Input, 'name' | 'description'>,
  change: SealedChange,
  caller: Caller,
) {
  const { batteryInfo: _battery, storages: _storages, wifi, ...rest } = change;
  // A network that stays until a headset was seen on another one is a matter of that headset.
  const wanted = { ...rest, wifi: wifi ? lastingNetworks(wifi) : wifi };
  return {
    name,
    description,
    size: sizeOf(wanted),
    settings: JSON.stringify(wanted),
    author: actorOf(caller),
    savedAtMs: core.clock.now(),
  };
}

function answer(profiles: ProfileStore, id: string, toAuthor: ToAuthor): Profile {
  const row = profiles.find(id);
  if (row === undefined) throw new Error('A profile that was just saved is not there');
  return toProfile(row, toAuthor, undefined);
}

/** Keeps the stored password and client certificate of a network that is sent without them. */
function withKnownPasswords(change: SealedChange, before: ProfileRow): SealedChange {
  const { wifi } = change;
  if (!wifi) return change;
  const known = parseSealed(before.settings).wifi ?? [];
  return {
    ...change,
    wifi: wifi.map((sent) => {
      const network = withKnownCertificate(sent, known);
      const sealedPassword = known.find(({ ssid }) => ssid === network.ssid)?.sealedPassword;
      return network.sealedPassword !== undefined || typeof sealedPassword !== 'string'
        ? network
        : { ...network, sealedPassword };
    }),
  };
}

function nameTaken(name: string): Failure<'CONFLICT'> {
  return new Failure('CONFLICT', `A profile named ${name} already exists. Choose another name.`);
}

/** Returns the name, with the first free number appended if it is in use. */
function freeName(profiles: ProfileStore, enterpriseId: string, name: string): string {
  for (let number = 2, free = name; ; number += 1) {
    if (profiles.idOfName(enterpriseId, free) === undefined) return free;
    free = `${name.slice(0, 58)} ${number}`;
  }
}

/** Maximum number of paths named in a refusal. */
const MAX_NAMED = 20;

/** The settings of a file, and the paths in it that this station does not know. */
type Imported = { readonly settings: SettingsChange; readonly ignored: readonly string[] };

/** Validates the settings of a file field by field. */
function readSettings(raw: object): Imported | Failure<'VALIDATION_FAILED'> {
  const parsed = settingsChangeSchema.safeParse(raw);
  if (parsed.success) return { settings: parsed.data, ignored: unknownIn(raw, parsed.data, '') };
  const details = parsed.error.issues.slice(0, MAX_NAMED).map((issue) => ({
    path: ['settings', ...issue.path].join('.'),
    message: `${issue.message}: correct it, or remove the field from the file. Nothing was imported.`,
  }));
  const [first] = details;
  return new Failure('VALIDATION_FAILED', `${first?.path}: ${first?.message}`, { details });
}

/** Returns the paths in the file that were not read. */
function unknownIn(raw: unknown, read: unknown, place: string): string[] {
  if (typeof raw !== 'object' || raw === null) return [];
  if (typeof read !== 'object' || read === null) return [];
  const known = new Map<string, unknown>(Object.entries(read));
  return Object.entries(raw).flatMap(([key, value]: [string, unknown]) => {
    const path = place === '' ? key : `${place}.${key}`;
    return known.has(key) ? unknownIn(value, known.get(key), path) : [path];
  });
}
