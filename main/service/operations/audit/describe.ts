import { z } from 'zod';

import { contract } from '../../../../shared/contract/index.ts';
import { parseJson } from '../../../../shared/domain/kernel/parse-json.ts';

type Name = keyof typeof contract;

/** The name of each operation by its method and path. */
const NAMES = new Map<string, Name>(
  Object.entries(contract).map(([name, { method, path }]) => [
    `${method} ${path}`,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object that is written out
    name as Name,
  ]),
);

/** Returns the operation id, as in the OpenAPI document. */
export function nameOf(method: string, path: string): Name | undefined {
  return NAMES.get(`${method} ${path}`);
}

const actionSchema = z.object({
  action: z.object({
    do: z.string(),
    packageName: z.string().optional(),
    volume: z.number().optional(),
  }),
});
const commandSchema = z.object({ event: z.string() });

/** The detail of a request, by operation: only fields named here are recorded, so that no secret ever is. */
const DETAILS: Readonly<Partial<Record<Name, (body: unknown) => string | undefined>>> = {
  sendCommand: (body) => commandSchema.safeParse(body).data?.event,
  sendCommandToMany: (body) => z.object({ settings: commandSchema }).safeParse(body).data?.settings.event,
  startClassRun(body) {
    const action = actionSchema.safeParse(body).data?.action;
    return action === undefined
      ? undefined
      : [action.do, action.packageName, action.volume].filter((each) => each !== undefined).join(' ');
  },
  setViewPermission(body) {
    const reported = z.object({ cartId: z.string().nullable(), isAllowed: z.boolean() }).safeParse(body).data;
    return reported === undefined
      ? undefined
      : `${reported.cartId ?? '–'} ${reported.isAllowed ? 'on' : 'off'}`;
  },
  addPerson: personText,
  updatePerson: personText,
  createGroup: named,
  updateGroup: named,
  createProfile: named,
  updateProfile: named,
  createLesson: named,
  updateLesson: named,
  createEnterprise: named,
  changeEnterprise: named,
  replaceRouters(body) {
    const labels = z.object({ items: z.array(z.object({ label: z.string() })) }).safeParse(body).data;
    // An empty list is a detail too: the list was cleared.
    return labels === undefined ? undefined : labels.items.map(({ label }) => label).join(', ') || '–';
  },
  createWebhook: (body) => z.object({ label: z.string() }).safeParse(body).data?.label,
  updateWebhook: (body) => z.object({ label: z.string() }).safeParse(body).data?.label,
  issueToken(body) {
    const token = z.object({ scope: z.string(), label: z.string().optional() }).safeParse(body).data;
    return token === undefined ? undefined : [token.scope, token.label].filter(Boolean).join(' ');
  },
};

function named(body: unknown): string | undefined {
  return z.object({ name: z.string() }).safeParse(body).data?.name;
}

function personText(body: unknown): string | undefined {
  const reported = z
    .object({ name: z.string().optional(), role: z.string().optional() })
    .safeParse(body).data;
  const words = [reported?.name, reported?.role].filter(Boolean).join(' ');
  return words === '' ? undefined : words;
}

/** Maximum length of a detail. */
const MAX_CHARACTERS = 200;

/** Returns the detail of a request; parameters of the path that name its subject come first. */
export function detailOf(name: Name, params: unknown, body: unknown): string | null {
  const inPath = Object.entries(z.record(z.string(), z.string()).safeParse(params).data ?? {})
    .filter(([key]) => key !== 'deviceId')
    .map(([, value]) => value);
  const reported = [...inPath, DETAILS[name]?.(body)].filter((each) => each !== undefined).join(' ');
  return reported === '' ? null : reported.slice(0, MAX_CHARACTERS).toWellFormed();
}

const idsSchema = z.array(z.string());
const bodySchema = z.object({ devicesId: idsSchema }).or(z.object({ ids: idsSchema }));
const pathSchema = z.object({ deviceId: z.string() });
const runSchema = z.object({ results: z.array(z.object({ id: z.string() })) });

/** Returns true for a well-formed device id. */
const isId = (id: string): boolean => /^[\w-]{1,64}$/.test(id);

/** Returns the devices of a request: from its path, its body, or its reply if the station chose them. */
export function targetsOf(name: Name, params: unknown, body: unknown, payload: unknown): readonly string[] {
  const inPath = pathSchema.safeParse(params).data;
  if (inPath !== undefined) return isId(inPath.deviceId) ? [inPath.deviceId] : [];
  const inBody = bodySchema.safeParse(body).data;
  if (inBody !== undefined) return unique('ids' in inBody ? inBody.ids : inBody.devicesId);
  if (name !== 'runLessonStep' && name !== 'retryClassRun') return [];
  const run = runSchema.safeParse(fromJson(payload)).data;
  return unique((run?.results ?? []).map(({ id }) => id));
}

function unique(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)].filter(isId);
}

/** Returns the JSON of a payload; undefined if it has none. */
export function fromJson(payload: unknown): unknown {
  return typeof payload === 'string' ? parseJson(payload) : undefined;
}
