import { X509Certificate } from 'node:crypto';

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { contract } from '../../../../shared/contract/index.ts';
import type { lanSchema, setLan } from '../../../../shared/contract/network/lan.ts';
import type { Core } from '../../kernel/kernel.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import type { OpenSetting, Setting } from '../../kernel/store/setting.ts';
import { Mutex } from '../../kernel/mutex.ts';
import { isTaken, type LanChoice, type LanSwitch } from './switch.ts';
import { knownInterfaces } from '../../kernel/addresses/interfaces.ts';
import type { Access } from '../../access/index.ts';

const lanSettingsSchema = z.object({
  isOn: z.boolean(),
  port: z.int(),
  /** Null: all of them. */
  interfaces: z.array(z.string()).nullable(),
  allowsUnpaired: z.boolean(),
});

/** The stored settings of the local network. */
export type LanSettings = Readonly<z.infer<typeof lanSettingsSchema>>;
type LanSetting = OpenSetting<LanSettings>;

/** Where and for whom the station listens on the local network. */
export const lanSetting: Setting<LanSettings> = {
  key: 'network.listener',
  schema: lanSettingsSchema,
  initial: { isOn: false, port: 7443, interfaces: null, allowsUnpaired: true },
};

type Body = z.output<typeof setLan.body>;

export type LanRoutes = {
  readonly core: Core;
  readonly lan: LanSwitch;
  readonly settings: LanSetting;
  readonly passcode: Access['stationPasscode'];
  readonly ownEnterpriseId: EnterpriseId;
  readonly role: 'station' | 'central';
};

/** Serves the switch of LAN access. Changes are applied one after the other. */
export function mountLan(http: FastifyInstance, input: LanRoutes): void {
  mount(http, contract.getLan, () => show(input));

  mount(http, contract.getCertificate, () => {
    const { certificate } = input.lan;
    if (certificate === null) return new Failure('NOT_FOUND', 'LAN access is off. Turn it on first.');
    const { fingerprint256, validToDate } = new X509Certificate(certificate);
    return { certificate, sha256: fingerprint256, validUntil: validToDate.toISOString() };
  });

  const changes = new Mutex();
  mount(http, contract.setLan, ({ body, caller }) => {
    return refuse(body, caller, input) ?? changes.run(() => change(body, input));
  });
}

function show({ lan, settings, passcode }: LanRoutes): z.input<typeof lanSchema> {
  const { allowsUnpaired } = settings.get();
  const { isOn, port, interfaces } = chosen(lan, settings);
  return {
    isOn,
    port,
    interfaces: interfaces === null ? null : [...interfaces],
    addresses: lan.urls,
    tlsFingerprint: lan.fingerprint,
    problem: lan.problem,
    isSetByFlags: lan.isByFlags,
    allowsUnpairedEnrolment: allowsUnpaired,
    hasAdminPasscode: passcode.hash() !== null,
    available: knownInterfaces(),
  };
}

function refuse(
  body: Body,
  caller: Caller,
  { ownEnterpriseId, lan, settings, role }: LanRoutes,
): Failure<'FORBIDDEN' | 'CONFLICT' | 'VALIDATION_FAILED'> | undefined {
  if (caller.enterpriseId !== ownEnterpriseId)
    return new Failure('FORBIDDEN', 'Only the organisation of this station decides where it listens.');
  if (role === 'central')
    return new Failure('CONFLICT', 'A central is for stations: it serves no headsets on a local network.');
  if (caller.isRemote && body.adminPasscode !== undefined)
    return new Failure('FORBIDDEN', 'The passcode is changed on the station’s own computer.');
  const now = new Set([
    ...knownInterfaces().map(({ name }) => name),
    // An interface that is unplugged now may stay chosen.
    ...(chosen(lan, settings).interfaces ?? []),
  ]);
  const details = (body.interfaces ?? []).flatMap((name, index) =>
    now.has(name) ? [] : [{ path: `interfaces.${index}`, message: 'This computer has no such interface' }],
  );
  if (details.length === 0) return undefined;
  return new Failure('VALIDATION_FAILED', 'This computer has no such network interface.', { details });
}

async function change(
  body: Body,
  input: LanRoutes,
): Promise<z.input<typeof lanSchema> | Failure<'CONFLICT'>> {
  const { lan, settings, core, passcode } = input;
  const { adminPasscode } = body;
  const before = settings.get();
  const wanted = withDefaults(body, chosen(lan, settings));
  const refused = await applyChoice(wanted, input);
  if (refused !== undefined) return refused;
  const storePasscode = adminPasscode === undefined ? undefined : await passcode.prepare(adminPasscode);
  await core.writer.run((afterCommit) => {
    const after: LanSettings = {
      // Settings from the command line were not chosen by a person.
      ...(lan.isByFlags
        ? before
        : { ...wanted, interfaces: wanted.interfaces === null ? null : [...wanted.interfaces] }),
      allowsUnpaired: body.allowsUnpairedEnrolment ?? before.allowsUnpaired,
    };
    storePasscode?.(afterCommit);
    afterCommit(settings.put(after));
  });
  return show(input);
}

/** Opens, closes or moves the listener; nothing is stored if that fails. */
async function applyChoice(wanted: LanChoice, input: LanRoutes): Promise<Failure<'CONFLICT'> | undefined> {
  const { lan, settings, core } = input;
  if (isSame(wanted, chosen(lan, settings)) && lan.problem === null) return undefined;
  if (lan.isByFlags) {
    return new Failure(
      'CONFLICT',
      'The station was started with --lan, which decides this. Start it without to choose here.',
    );
  }
  try {
    await lan.change(wanted);
    return undefined;
  } catch (error) {
    core.log.warn({ err: error, port: wanted.port }, 'not opened on the local network');
    return new Failure(
      'CONFLICT',
      isTaken(error)
        ? `Another program uses port ${wanted.port}. Choose another one.`
        : `The station cannot listen on port ${wanted.port}.`,
    );
  }
}

/** Returns the effective settings: the flags, else the stored ones. */
function chosen(lan: LanSwitch, settings: LanSetting): LanChoice {
  return lan.choice ?? settings.get();
}

function withDefaults(body: Body, now: LanChoice): LanChoice {
  return {
    isOn: body.isOn ?? now.isOn,
    port: body.port ?? now.port,
    interfaces: body.interfaces === undefined ? now.interfaces : body.interfaces,
  };
}

function isSame(one: LanChoice, other: LanChoice): boolean {
  const order = ({ isOn, port, interfaces }: LanChoice): string => JSON.stringify([isOn, port, interfaces]);
  return order(one) === order(other);
}
