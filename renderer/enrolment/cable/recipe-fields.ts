import type { z } from 'zod';

import type { CableRecipe, cableRecipeSchema } from '../../../shared/contract/enrolment/cable-recipe.ts';

/** How the agent is told where to enrol. */
export type HandOverKind = NonNullable<CableRecipe['handOver']>['kind'];

/** The fields of the dialog: lists as lines of text. */
export type RecipeFields = {
  readonly name: string;
  /** Empty: no agent, this station manages the headsets over adb. */
  readonly agent: string;
  readonly models: string;
  readonly minBattery: number;
  readonly permissions: string;
  readonly appOps: string;
  readonly deviceOwner: string;
  readonly ssid: string;
  readonly password: string;
  /** An open network has no password. */
  readonly isOpenWifi: boolean;
  readonly timezone: string;
  readonly locale: string;
  readonly contents: readonly string[];
  readonly contentFolder: string;
  readonly profileId: string;
  readonly component: string;
  readonly kind: HandOverKind;
  readonly action: string;
  readonly extras: string;
  readonly file: string;
  readonly stationUrl: string;
};

/** Initial values of the dialog. */
export function fieldsOf(
  { recipe, hasWifiPassword }: { readonly recipe: CableRecipe | null; readonly hasWifiPassword: boolean },
  cartLabel: string,
): RecipeFields {
  return {
    name: recipe?.name ?? cartLabel,
    agent: recipe?.agent?.sha256 ?? '',
    models: (recipe?.models ?? []).join('\n'),
    minBattery: recipe?.minBattery ?? 20,
    permissions: (recipe?.agent?.permissions ?? []).join('\n'),
    appOps: (recipe?.agent?.appOps ?? []).map(({ operation, mode }) => `${operation} ${mode}`).join('\n'),
    deviceOwner: recipe?.agent?.deviceOwner ?? '',
    ssid: recipe?.wifi?.ssid ?? '',
    password: '',
    isOpenWifi: typeof recipe?.wifi?.ssid === 'string' && !hasWifiPassword,
    timezone: recipe?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    locale: recipe?.locale ?? '',
    contents: recipe?.contents ?? [],
    contentFolder: recipe?.contentFolder ?? '/sdcard/Muster',
    profileId: recipe?.profileId ?? '',
    component: recipe?.handOver?.component ?? '',
    kind: recipe?.handOver?.kind ?? 'broadcast',
    action: recipe?.handOver?.action ?? '',
    extras: (recipe?.handOver?.extras ?? [{ name: 'file', value: '{file}' }])
      .map(({ name, value }) => `${name}=${value}`)
      .join('\n'),
    file: recipe?.handOver?.file ?? '/sdcard/Android/data/{package}/files/muster-enrol.json',
    stationUrl: recipe?.stationUrl ?? '',
  };
}

/** Returns the recipe as the station accepts it; the station reports what is wrong with it. */
export function recipeOf(fields: RecipeFields, cart: string): z.input<typeof cableRecipeSchema> {
  return {
    cart,
    name: fields.name.trim(),
    models: linesOf(fields.models),
    minBattery: fields.minBattery,
    agent: fields.agent === '' ? null : agentOf(fields),
    wifi: fields.ssid.trim() === '' ? null : { ssid: fields.ssid.trim(), ...passwordOf(fields) },
    timezone: orNull(fields.timezone),
    locale: orNull(fields.locale),
    contents: [...fields.contents],
    contentFolder: fields.contentFolder.trim(),
    profileId: orNull(fields.profileId),
    handOver: fields.agent === '' ? null : handOverOf(fields),
    stationUrl: orNull(fields.stationUrl),
  };
}

function agentOf(fields: RecipeFields) {
  return {
    sha256: fields.agent,
    permissions: linesOf(fields.permissions),
    appOps: linesOf(fields.appOps).map((line) => {
      const [operation = '', mode = 'allow'] = line.split(/\s+/);
      return { operation, mode: MODES.find((each) => each === mode) ?? 'allow' };
    }),
    deviceOwner: orNull(fields.deviceOwner),
  };
}

function handOverOf(fields: RecipeFields) {
  return {
    file: fields.file.trim(),
    kind: fields.kind,
    component: fields.component.trim(),
    action: orNull(fields.action),
    extras: linesOf(fields.extras).map((line) => {
      const at = line.indexOf('=');
      return { name: line.slice(0, Math.max(0, at)).trim(), value: line.slice(at + 1).trim() };
    }),
  };
}

/** Open network: no password. Not typed: the stored one. */
function passwordOf({ isOpenWifi, password }: RecipeFields): { password?: string | null } {
  if (isOpenWifi) return { password: null };
  return password === '' ? {} : { password };
}

/** Returns the first line of the app operations that is not an operation with a mode; null if all are. */
export function faultyAppOps({ appOps }: Pick<RecipeFields, 'appOps'>): string | null {
  return linesOf(appOps).find((line) => !APP_OP.test(line)) ?? null;
}

const MODES = ['allow', 'ignore', 'deny', 'default', 'foreground'] as const;
const APP_OP = new RegExp(`^[\\w:.]+(?:\\s+(?:${MODES.join('|')}))?$`);

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
