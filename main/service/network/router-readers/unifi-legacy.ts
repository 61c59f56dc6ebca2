import { z } from 'zod';

import { RouterFault } from './router-fault.ts';
import type { RouterHttp } from './router-http.ts';
import {
  NO_ADDRESSES,
  type RouterAdapter,
  type RouterLogin,
  rowsSchema,
  looseText,
  toTable,
} from './router-table.ts';

const stationsSchema = z.object({ meta: z.object({ rc: z.string(), msg: looseText }), data: rowsSchema });
const stationSchema = z.object({ ip: z.string(), mac: z.string() });

/** A UniFi OS console or an older controller, with name and password: the clients that are connected. Source: public clients; it has no description. */
export const readUnifiLegacy: RouterAdapter = async (http, login) => {
  const { prefix, cookie } = await logIn(http, login);
  const site = encodeURIComponent(login.site ?? 'default');
  const { meta, data } = await http.get(`${prefix}/api/s/${site}/stat/sta`, stationsSchema, { cookie });
  if (meta.rc !== 'ok') {
    const isLogin = /LoginRequired|NoPermission/.test(meta.msg);
    throw isLogin
      ? new RouterFault('CREDENTIALS_REFUSED', 'The user may not read the clients of this site.')
      : new RouterFault('NOT_THIS_KIND', `It has no site “${login.site ?? 'default'}”, or cannot read it.`);
  }
  const arp = await toTable(data, stationSchema, ({ ip, mac }) => [ip, mac]);
  return { arp, leases: NO_ADDRESSES, problem: null };
};

/** On a console with UniFi OS the controller is behind a prefix; an older one has neither prefix nor that login. */
async function logIn(
  http: RouterHttp,
  { username, secret }: RouterLogin,
): Promise<{ readonly prefix: string; readonly cookie: string }> {
  const body = { username, password: secret };
  try {
    const { cookies } = await http.post('/api/auth/login', z.unknown(), { body });
    return { prefix: '/proxy/network', cookie: toCookie(cookies) };
  } catch (error) {
    if (!(error instanceof RouterFault) || error.status !== 404) throw error;
  }
  try {
    const { cookies } = await http.post('/api/login', z.unknown(), { body });
    return { prefix: '', cookie: toCookie(cookies) };
  } catch (error) {
    // Older controllers answer a wrong password with 400.
    if (error instanceof RouterFault && error.status === 400) {
      throw new RouterFault('CREDENTIALS_REFUSED', 'It rejects the user name or the password.');
    }
    throw error;
  }
}

/** Returns the cookies to send back: names and values only. */
function toCookie(cookies: readonly string[]): string {
  return cookies.map((cookie) => cookie.split(';', 1)[0] ?? '').join('; ');
}
