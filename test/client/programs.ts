/**
 * An integrator's program: enrols a headset, sends a report, reads and changes it, and reads refusals. It knows the
 * station only from the types generated from the document.
 */
export const PROGRAM = `
import createClient from 'openapi-fetch';
import type { components, paths } from './paths.ts';

type Device = components['schemas']['Device'];

export async function run(baseUrl: string, token: string) {
  const client = createClient<paths>({ baseUrl, headers: { authorization: 'Bearer ' + token } });

  const slots = await client.POST('/station/slots', { body: { count: 2, labelPrefix: 'C-', start: 1, pad: 2 } });
  const [first, second] = slots.data?.items ?? [];
  if (first === undefined || second === undefined) throw new Error('no slots');

  const enrolled = await client.POST('/devices', {
    body: { enrollmentToken: first.enrollmentToken, androidId: 'generated-client' },
  });
  if (enrolled.data === undefined) throw new Error(enrolled.error.code);
  const deviceId: string = enrolled.data.id;
  const headset = createClient<paths>({
    baseUrl,
    headers: { authorization: 'Bearer ' + enrolled.data.accessToken },
  });

  const beat = await headset.PUT('/devices/{deviceId}', {
    params: { path: { deviceId } },
    body: {
      type: { name: 'PICO 4', product: 'A8110' },
      batteryInfo: { level: 80, isCharging: false, health: 'Good' },
      installedPackages: [{ packageName: 'com.example.app', versionCode: 7 }],
      events: [{ eventId: 'e-1', type: 'APP_STARTED', timestamp: Date.now(), payload: { packageName: 'a.b' } }],
    },
  });
  const acknowledged: string[] = beat.data?.acknowledged ?? [];

  await client.PATCH('/devices/{deviceId}', {
    params: { path: { deviceId } },
    body: { label: 'By the client', license: { level: 'school', status: 'active', alertDate: null } },
  });
  const bulk = await client.PATCH('/devices', { body: { devicesId: [deviceId, 'nobody'], label: 'By all' } });
  await client.PUT('/devices/{deviceId}/metadata/{namespace}', {
    params: { path: { deviceId, namespace: 'client' } },
    body: { group: { id: 'g', label: 'G' } },
  });

  const read = await client.GET('/devices/{deviceId}', { params: { path: { deviceId } } });
  const device: Device | undefined = read.data;
  const level: number | undefined = device?.settings.batteryInfo?.level;
  const list = await client.GET('/devices', { params: { query: { page: 1, limit: 1 } } });
  const found = await client.POST('/devices/lookup', { body: { ids: [deviceId, 'nobody'] } });
  const events = await client.GET('/devices/{deviceId}/events', {
    params: { path: { deviceId }, query: { type: 'APP_STARTED' } },
  });
  const catalog = await client.GET('/devices/{deviceId}/settings-catalog', { params: { path: { deviceId } } });
  const brand: 'pico' | 'meta' | 'htc' | 'generic' | undefined = catalog.data?.detectedBrand;
  const code = await client.GET('/devices/{deviceId}/temporary-verification-code', {
    params: { path: { deviceId: second.id } },
  });

  const refused = await client.PATCH('/devices/{deviceId}', {
    params: { path: { deviceId } },
    body: { label: 'x'.repeat(300) },
  });
  const wrongPlace: string | undefined = refused.error?.details?.[0]?.path;
  const deleted = await client.DELETE('/devices/{deviceId}', { params: { path: { deviceId } } });
  const gone = await client.GET('/devices/{deviceId}', { params: { path: { deviceId } } });

  return {
    acknowledged,
    bulk: bulk.data?.map(({ success }) => success),
    label: device?.label,
    level,
    brand,
    listed: list.data?.items.length,
    invalidIds: found.data?.invalidIds,
    events: events.data?.total,
    hasCode: typeof code.data?.code === 'number',
    refusedWith: refused.error?.code,
    wrongPlace,
    deleted: deleted.data?.success,
    goneWith: gone.error?.code,
  };
}
`;

const wrong = (statement: string): string => `
import createClient from 'openapi-fetch';
import type { paths } from './paths.ts';
const client = createClient<paths>({ baseUrl: '' });
export const seen = ${statement};
`;

/** One mistake each, and the expected error. */
export const MISTAKES: Readonly<Record<string, readonly [program: string, error: string]>> = {
  'unknown-field.ts': [
    wrong(`client.POST('/devices', { body: { enrollmentToken: 'a', androidID: 'b' } })`),
    'TS2561',
  ],
  'missing-field.ts': [wrong(`client.POST('/devices', { body: { androidId: 'b' } })`), 'TS2322'],
  'wrong-type.ts': [wrong(`client.PATCH('/devices', { body: { devicesId: 'all', label: 'x' } })`), 'TS2322'],
  'missing-parameter.ts': [wrong(`client.GET('/devices/{deviceId}', { params: { path: {} } })`), 'TS2741'],
  'unknown-path.ts': [wrong(`client.GET('/device/{deviceId}', {})`), 'TS2345'],
  'wrong-method.ts': [wrong(`client.DELETE('/devices', {})`), 'TS2345'],
  'not-in-reply.ts': [wrong(`(await client.GET('/devices', {})).data?.devices`), 'TS2339'],
};
