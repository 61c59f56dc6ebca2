import posix from 'node:path/posix';

import type { CableRecipe } from '../../../../shared/contract/enrolment/cable-recipe.ts';
import {
  isSameComponent,
  readAccountTypes,
  readAppOp,
  readBatteryLevel,
  readDeviceOwner,
  readDigest,
  readFreeBytes,
  readGranted,
  readProperties,
  readWifiName,
} from '../../../../shared/domain/enrolment/cable/answers.ts';
import type { CableStep } from '../../../../shared/contract/enrolment/cable.ts';
import { modelName } from '../../../../shared/domain/devices/model-name.ts';
import { claim, readClaim, type StationName } from '../../../adb/claim.ts';
import { TOOLS_FOLDER } from '../../../adb/guard.ts';
import { installApp, isAppInstalled } from '../../../adb/install-app.ts';
import { putWhole } from '../../../adb/put-whole.ts';
import { CableError, type AdbConnection, countedBytes, SPARE_BYTES } from '../../../adb/connection.ts';
import type { AgentContent, CableContent, CableLibrary } from './library.ts';

/** Dependencies of a step. */
export type StepContext = {
  readonly headset: AdbConnection;
  /** This station, as it is named on headsets. */
  readonly name: StationName;
  /** Also a headset that another station manages. */
  readonly takesOver: boolean;
  readonly recipe: CableRecipe;
  readonly wifiPassword: () => string | null;
  readonly library: CableLibrary;
  readonly agent: AgentContent | null;
  readonly contents: readonly CableContent[];
  readonly onProgress: (share: number) => void;
};

type Sources = Pick<StepContext, 'recipe' | 'library'>;

/** The work of a step: none, because it is done or not wanted, or `todo` with a description. */
export type StepNeed =
  | { readonly state: 'unchanged' | 'notWanted' }
  | { readonly state: 'todo'; readonly words: string | null };

/** One step of preparing: what is missing, and how to do it. `need` changes nothing. Both throw a CableError. */
export type StepWork = {
  need(context: StepContext): Promise<StepNeed>;
  apply(context: StepContext): Promise<void>;
};

/** Space for what Muster itself notes on a headset. */
const OWN_BYTES = 1_000_000;
const WIFI_TRIES = 30;
const PAUSE_MS = 1_000;

const UNCHANGED: StepNeed = { state: 'unchanged' };
const NOT_WANTED: StepNeed = { state: 'notWanted' };
const todo = (words: string | null = null): StepNeed => ({ state: 'todo', words });

/** Reads what identifies a headset, as soon as it is authorised. */
export async function readIdentity(headset: AdbConnection): Promise<{
  readonly serial: string | null;
  readonly model: string | null;
  readonly sdk: number | null;
}> {
  const properties = readProperties(await headset.must(['getprop']));
  const sdk = Number(properties.get('ro.build.version.sdk'));
  const serial = properties.get('ro.serialno') ?? '';
  return {
    serial: serial === '' ? null : serial,
    model: modelName(properties),
    sdk: sdk > 0 ? sdk : null,
  };
}

/** Reports another station, a wrong model, an old system, low battery or missing space before anything is changed. */
const check: StepWork = {
  async need({ headset, name, takesOver, recipe, agent, contents, library }) {
    const claimed = await readClaim(headset);
    if (claimed !== null && claimed.station.id !== name.id && !takesOver)
      throw new CableError('MANAGED_ELSEWHERE', claimed.station.name);
    const { model, sdk } = await readIdentity(headset);
    const isWanted =
      recipe.models.length === 0 ||
      recipe.models.some((each) => (model ?? '').toLowerCase().includes(each.toLowerCase()));
    if (!isWanted) throw new CableError('WRONG_MODEL', model ?? '');
    const minSdk = agent?.apk.minSdk ?? null;
    if (sdk !== null && minSdk !== null && sdk < minSdk) {
      throw new CableError('TOO_OLD', `SDK ${sdk}, agent needs ${minSdk}`);
    }
    const level = readBatteryLevel(await headset.must(['dumpsys', 'battery']));
    if (level !== null && level < recipe.minBattery) throw new CableError('BATTERY_LOW', `${level} %`);
    const free = readFreeBytes(await headset.must(['df', '-k', '/data']));
    const missing = await sizeOfMissing(headset, agent === null ? contents : [agent, ...contents], {
      recipe,
      library,
    });
    const needed = missing > 0 ? missing + SPARE_BYTES : OWN_BYTES;
    if (free !== null && free < needed)
      throw new CableError('NO_ROOM', `${inMegabytes(free)} of ${inMegabytes(needed)} MB free`);
    const isWritable = (await headset.run(['test', '-w', TOOLS_FOLDER])).exitCode === 0;
    if (agent === null && !isWritable) throw new CableError('CANNOT_WRITE', TOOLS_FOLDER);
    return todo();
  },
  async apply({ headset, name, takesOver }) {
    if (takesOver) await claim(headset, async () => ({ claim: { station: name, deviceId: '' }, takesOver }));
  },
};

async function sizeOfMissing(
  headset: AdbConnection,
  contents: readonly CableContent[],
  from: Sources,
): Promise<number> {
  let bytes = 0;
  for (const content of contents)
    if (!(await isInstalled(headset, content, from))) bytes += content.sizeBytes;
  return bytes;
}

function inMegabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(0);
}

const agentStep: StepWork = {
  async need({ headset, agent, ...from }) {
    if (agent === null) return NOT_WANTED;
    return (await isInstalled(headset, agent, from))
      ? UNCHANGED
      : todo(`${agent.apk.packageName} ${agent.apk.versionName ?? agent.apk.versionCode}`);
  },
  async apply({ headset, agent, recipe, library, onProgress }) {
    if (agent !== null) await install(headset, agent, { recipe, library, onProgress });
  },
};

const permissions: StepWork = {
  async need({ headset, agent, recipe }) {
    const { permissions: wanted = [], appOps = [] } = recipe.agent ?? {};
    if (wanted.length === 0 && appOps.length === 0) return NOT_WANTED;
    const missing = await missingRights({ headset, agent, recipe });
    return missing.length === 0 ? UNCHANGED : todo(missing.map(({ name }) => name).join(', '));
  },
  async apply({ headset, agent, recipe }) {
    for (const { command } of await missingRights({ headset, agent, recipe })) await headset.must(command);
    const left = await missingRights({ headset, agent, recipe });
    if (left.length > 0) throw new CableError('COMMAND_FAILED', left.map(({ name }) => name).join(', '));
  },
};

async function missingRights({
  headset,
  agent,
  recipe,
}: Pick<StepContext, 'headset' | 'agent' | 'recipe'>): Promise<{ name: string; command: string[] }[]> {
  const missing: { name: string; command: string[] }[] = [];
  if (agent === null || recipe.agent === null) return missing;
  const { packageName } = agent.apk;
  const { permissions: wanted, appOps } = recipe.agent;
  if (wanted.length > 0) {
    const granted = readGranted(await headset.must(['dumpsys', 'package', packageName]));
    for (const name of wanted) {
      if (!granted.has(name)) missing.push({ name, command: ['pm', 'grant', packageName, name] });
    }
  }
  for (const { operation, mode } of appOps) {
    // For a package that is not installed the tool prints an error.
    const { stdout } = await headset.run(['cmd', 'appops', 'get', packageName, operation]);
    const now = readAppOp(stdout, operation);
    if (now !== mode) {
      missing.push({ name: operation, command: ['cmd', 'appops', 'set', packageName, operation, mode] });
    }
  }
  return missing;
}

const owner: StepWork = {
  async need({ headset, recipe }) {
    const wanted = recipe.agent?.deviceOwner ?? null;
    if (wanted === null) return NOT_WANTED;
    const now = readDeviceOwner(await headset.must(['dumpsys', 'device_policy']));
    if (now !== null && isSameComponent(now, wanted)) return UNCHANGED;
    if (now !== null) throw new CableError('OWNER_REFUSED', `device owner is already set: ${now}`);
    const accounts = readAccountTypes(await headset.must(['dumpsys', 'account']));
    if (accounts.length > 0) {
      throw new CableError(
        'OWNER_REFUSED',
        `there are already some accounts on the device: ${accounts.join(', ')}`,
      );
    }
    return todo(wanted);
  },
  async apply({ headset, recipe }) {
    const wanted = recipe.agent?.deviceOwner ?? null;
    if (wanted !== null) await headset.must(['dpm', 'set-device-owner', wanted], 'OWNER_REFUSED');
  },
};

const wifi: StepWork = {
  async need({ headset, recipe }) {
    if (recipe.wifi === null) return NOT_WANTED;
    return (await isOnWifi(headset, recipe.wifi.ssid)) ? UNCHANGED : todo(recipe.wifi.ssid);
  },
  async apply({ headset, recipe, wifiPassword }) {
    if (recipe.wifi === null) return;
    const { ssid } = recipe.wifi;
    const password = wifiPassword();
    await headset.must(['cmd', 'wifi', 'set-wifi-enabled', 'enabled']).catch(() => undefined);
    // The password is passed by standard input, so that no command that adb sends, logs or lists contains it.
    const [script, stdin] =
      password === null
        ? [`cmd wifi connect-network "$0" open`, undefined]
        : [`IFS= read -r p; cmd wifi connect-network "$0" wpa2 "$p"`, `${password}\n`];
    await headset.must(['sh', '-c', script, ssid], 'WIFI_NOT_JOINED', stdin);
    for (let tries = 0; tries < WIFI_TRIES; tries += 1) {
      if (await isOnWifi(headset, ssid)) return;
      await pause();
    }
    throw new CableError('WIFI_NOT_JOINED', ssid);
  },
};

async function isOnWifi(headset: AdbConnection, ssid: string): Promise<boolean> {
  const { stdout } = await headset.run(['cmd', 'wifi', 'status']);
  return readWifiName(stdout) === ssid;
}

const region: StepWork = {
  async need({ headset, recipe }) {
    if (recipe.timezone === null && recipe.locale === null) return NOT_WANTED;
    const missing = await missingRegion(headset, recipe);
    return missing.length === 0 ? UNCHANGED : todo(missing.map(({ value }) => value).join(', '));
  },
  async apply({ headset, recipe }) {
    for (const { command } of await missingRegion(headset, recipe)) await headset.must(command);
    const left = await missingRegion(headset, recipe);
    if (left.length > 0) throw new CableError('COMMAND_FAILED', left.map(({ value }) => value).join(', '));
  },
};

async function missingRegion(
  headset: AdbConnection,
  { timezone, locale }: CableRecipe,
): Promise<{ value: string; command: string[] }[]> {
  const missing: { value: string; command: string[] }[] = [];
  if (timezone !== null && (await headset.must(['getprop', 'persist.sys.timezone'])).trim() !== timezone) {
    missing.push({ value: timezone, command: ['cmd', 'alarm', 'set-timezone', timezone] });
  }
  if (locale !== null) {
    const now = (await headset.must(['settings', 'get', 'system', 'system_locales'])).trim();
    if (now !== locale)
      missing.push({ value: locale, command: ['settings', 'put', 'system', 'system_locales', locale] });
  }
  return missing;
}

const contentsStep: StepWork = {
  async need({ headset, contents, ...from }) {
    if (contents.length === 0) return NOT_WANTED;
    const missing = await missingContents(headset, contents, from);
    return missing.length === 0 ? UNCHANGED : todo(missing.map(({ name }) => name).join(', '));
  },
  async apply({ headset, contents, recipe, library, onProgress }) {
    const missing = await missingContents(headset, contents, { recipe, library });
    const total = missing.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    let before = 0;
    for (const content of missing) {
      const share = (part: number): void => onProgress((before + part * content.sizeBytes) / total);
      await install(headset, content, { recipe, library, onProgress: share });
      before += content.sizeBytes;
    }
  },
};

async function missingContents(
  headset: AdbConnection,
  contents: readonly CableContent[],
  from: Sources,
): Promise<CableContent[]> {
  const missing: CableContent[] = [];
  for (const content of contents) if (!(await isInstalled(headset, content, from))) missing.push(content);
  return missing;
}

/** Installs an application or writes a file, and verifies its digest. */
async function install(
  headset: AdbConnection,
  content: CableContent,
  { recipe, library, onProgress }: Sources & Pick<StepContext, 'onProgress'>,
): Promise<void> {
  const { apk, sha256, sizeBytes, name } = content;
  if (apk === null) {
    const bytes = library.read(sha256);
    // A read error is reported to the reader, which may be later.
    bytes.on('error', () => undefined);
    try {
      const chunks = countedBytes(bytes, sizeBytes, onProgress);
      await putWhole(headset, pathOf(content, recipe), { sha256, chunks });
    } finally {
      bytes.destroy();
    }
  } else {
    await installApp(headset, { path: library.pathOf(sha256), sizeBytes }, apk.packageName, onProgress);
  }
  if (!(await isInstalled(headset, content, { recipe, library }))) throw new CableError('DIGEST_WRONG', name);
}

/** Returns true if exactly these bytes are on the headset. */
async function isInstalled(
  headset: AdbConnection,
  content: CableContent,
  { recipe, library }: Sources,
): Promise<boolean> {
  const { apk, sha256 } = content;
  if (apk !== null) return isAppInstalled(headset, { path: library.pathOf(sha256), sha256 }, apk.packageName);
  return readDigest((await headset.run(['sha256sum', pathOf(content, recipe)])).stdout) === sha256;
}

function pathOf({ name }: CableContent, { contentFolder }: CableRecipe): string {
  return `${contentFolder.replace(/\/+$/, '')}/${posix.basename(name)}`;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}

/** The steps that depend only on the headset and the recipe; `enrol` belongs to the bench. */
export const STEP_WORK: Readonly<Record<Exclude<CableStep, 'enrol'>, StepWork>> = {
  check,
  agent: agentStep,
  permissions,
  owner,
  wifi,
  region,
  contents: contentsStep,
};

/** The same, in order. */
const WORK_STEPS = ['check', 'agent', 'permissions', 'owner', 'wifi', 'region', 'contents'] as const;

/** Returns what each step lacks on a headset, and what prevents it. Changes nothing. */
export async function previewSteps(context: StepContext) {
  const steps = [];
  for (const step of WORK_STEPS) {
    try {
      const need = await STEP_WORK[step].need(context);
      // The check only reads: if nothing prevents a step, nothing else is left to do.
      const state = step === 'check' ? 'unchanged' : need.state;
      const words = 'words' in need ? need.words : null;
      steps.push({ step, state, failure: null, advice: null, words } as const);
    } catch (error) {
      if (!(error instanceof CableError)) throw error;
      const { failure, advice, message } = error;
      steps.push({
        step,
        state: 'blocked',
        failure,
        advice,
        words: message === '' ? null : message,
      } as const);
    }
  }
  return steps;
}
