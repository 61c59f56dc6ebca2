import type { Behaviour, Received } from '../../../support/a-backend.ts';

/** Answers of routers of each kind. Shapes as recorded or documented. */
export const HEADSET = { ip: '10.250.77.57', mac: '2c:26:17:00:00:01', stored: '2C:26:17:00:00:01' };
const { ip, mac } = HEADSET;

/** A field of real answers that no adapter knows: it must not matter. */
const EXTRA = { 'a-new-field': [{ of: 'later' }] };

/** Answers by method and path; anything else is 404 as JSON. */
export type Pages = Readonly<Record<string, Behaviour>>;

export function serving(pages: Pages): Behaviour {
  return (received, response) => {
    const path = received.path.split('?', 1)[0] ?? '';
    const page = pages[`${received.method} ${path}`];
    if (page === undefined) response.writeHead(404).end();
    else page(received, response);
  };
}

/** JSON, if the request satisfies `isWelcome`. */
export function jsonFor(isWelcome: (received: Received) => boolean, value: unknown): Behaviour {
  return (received, response) =>
    void (isWelcome(received)
      ? response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
      : response
          .writeHead(401, { 'content-type': 'application/json' })
          .end('{"error":401,"message":"Unauthorized"}'));
}

const BASIC = `Basic ${Buffer.from('station:pässword').toString('base64')}`;
const isBasic = ({ headers }: Received): boolean => headers.authorization === BASIC;
const hasKey = ({ headers }: Received): boolean => headers['x-api-key'] === 'key-1';
const hasCookie = ({ headers }: Received): boolean => headers.cookie === 'TOKEN=t-1; csrf=c-1';
const always = (): boolean => true;

export const mikrotik = {
  arp: [
    {
      '.id': '*7',
      address: ip,
      'mac-address': mac.toUpperCase(),
      interface: 'bridge',
      complete: 'true',
      invalid: 'false',
      disabled: 'false',
      ...EXTRA,
    },
    { '.id': '*8', address: '10.250.77.58', interface: 'bridge', complete: 'false' },
    {
      '.id': '*9',
      address: '10.250.77.59',
      'mac-address': '2C:26:17:00:00:03',
      complete: 'true',
      disabled: 'true',
    },
    {
      '.id': '*A',
      address: '10.250.77.60',
      'mac-address': '2C:26:17:00:00:04',
      complete: 'true',
      status: 'failed',
    },
  ],
  leases: [
    {
      '.id': '*3',
      address: '10.250.77.1',
      'mac-address': '2C:26:17:00:00:0F',
      'active-address': '10.250.77.61',
      'active-mac-address': '2C:26:17:00:00:05',
      status: 'bound',
      disabled: 'false',
      'host-name': 'PICO-A8110',
    },
    { '.id': '*4', address: '10.250.77.62', 'mac-address': '2C:26:17:00:00:06', status: 'waiting' },
  ],
};

export const mikrotikPages: Pages = {
  'GET /rest/ip/arp': jsonFor(isBasic, mikrotik.arp),
  'GET /rest/ip/dhcp-server/lease': jsonFor(isBasic, mikrotik.leases),
};

const SESSION = 'c1ed6c7b025d0caca723a816fa61b668';

/** ubus: one path, the call in the body. */
export function openwrt(answers: Readonly<Record<string, unknown>> = {}): Behaviour {
  const known: Readonly<Record<string, unknown>> = {
    'session login': [0, { ubus_rpc_session: SESSION, timeout: 300, expires: 299, acls: {}, data: {} }],
    'session destroy': [0],
    'luci-rpc getHostHints': [
      0,
      {
        [mac.toUpperCase()]: { ipaddrs: [ip], ip6addrs: ['fe80::1'], name: 'PICO-A8110' },
        'E4:AA:EA:5A:98:5F': { ipaddrs: ['10.250.77.70', '10.250.77.71'] },
        'E4:AA:EA:5A:98:60': { ipaddrs: ['10.250.77.71'] },
        'E4:AA:EA:5A:98:61': { ipv4: '10.250.77.72', ipv6: 'fe80::2' },
        'E4:AA:EA:5A:98:62': { name: 'of nowhere' },
      },
    ],
    'luci-rpc getDHCPLeases': [
      0,
      {
        dhcp_leases: [
          { expires: 42_113, hostname: 'Quest-3', macaddr: '2C:26:17:00:00:02', ipaddr: '10.250.77.71' },
          { expires: false, ipaddr: '10.250.77.73' },
        ],
        dhcp6_leases: [],
      },
    ],
    ...answers,
  };
  return ({ method, path, body }, response) => {
    const { params } = JSON.parse(body) as { params: [string, string, string, Record<string, unknown>] };
    const [session, object, name, words] = params;
    const isLogin = object === 'session' && name === 'login';
    const isWrong = isLogin ? words['password'] !== 'pässword' : session !== SESSION;
    const result = isWrong ? [6] : known[`${object} ${name}`];
    const answer = result === undefined ? { error: { code: -32_002, message: 'Access denied' } } : { result };
    response
      .writeHead(method === 'POST' && path === '/ubus' ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer }));
  };
}

const UNIFI = '/proxy/network/integration/v1';
const clients = [
  {
    id: 'c-1',
    name: 'PICO',
    ipAddress: ip,
    macAddress: mac,
    type: 'WIRELESS',
    connectedAt: '2026-11-20T08:00:00Z',
  },
  { id: 'c-2', name: 'no address yet', macAddress: '2c:26:17:00:00:02', type: 'WIRELESS' },
  { id: 'c-3', name: 'Quest', ipAddress: '10.250.77.58', macAddress: '2c:26:17:00:00:03', type: 'WIRED' },
];

/** Pages of two clients, whatever was requested, as some consoles return them. */
function page(rows: readonly unknown[]): Behaviour {
  return (received, response) => {
    const offset = Number(new URL(received.path, 'http://router').searchParams.get('offset'));
    const data = rows.slice(offset, offset + 2);
    jsonFor(hasKey, { offset, limit: 2, count: data.length, totalCount: rows.length, data })(
      received,
      response,
    );
  };
}

export const unifiPages: Pages = {
  [`GET ${UNIFI}/sites`]: page([
    { id: 'site-1', internalReference: 'default', name: 'School' },
    { id: 'site-2', internalReference: 'annex', name: 'Annex' },
  ]),
  [`GET ${UNIFI}/sites/site-1/clients`]: page(clients),
  [`GET ${UNIFI}/sites/site-2/clients`]: page([
    { id: 'c-9', ipAddress: '10.250.78.9', macAddress: '2c:26:17:00:00:09' },
  ]),
};

const stations = {
  meta: { rc: 'ok' },
  data: [
    { mac, ip, hostname: 'PICO-A8110', oui: 'Pico', is_wired: false, last_seen: 1_795_217_829 },
    { mac: '2c:26:17:00:00:02', hostname: 'no address yet' },
  ],
};

/** Logs in with the right password; cookies as a console sets them. */
export const logIn: Behaviour = ({ body }, response) => {
  const { username, password } = JSON.parse(body) as Record<string, string>;
  const isRight = username === 'station' && password === 'pässword';
  response
    .writeHead(isRight ? 200 : 403, {
      'content-type': 'application/json',
      'set-cookie': ['TOKEN=t-1; path=/; secure; httponly', 'csrf=c-1; path=/'],
    })
    .end('{}');
};

export const unifiLegacyPages: Pages = {
  'POST /api/auth/login': logIn,
  'GET /proxy/network/api/s/default/stat/sta': jsonFor(hasCookie, stations),
  'GET /proxy/network/api/s/annex/stat/sta': jsonFor(hasCookie, {
    meta: { rc: 'error', msg: 'api.err.NoSiteContext' },
    data: [],
  }),
};

/** A controller from before UniFi OS. */
export const unifiOldPages: Pages = {
  'POST /api/login': (received, response) => {
    if (received.body.includes('pässword')) logIn(received, response);
    else response.writeHead(400).end('{"meta":{"rc":"error","msg":"api.err.Invalid"},"data":[]}');
  },
  'GET /api/s/default/stat/sta': jsonFor(hasCookie, stations),
};

const opnsenseArp = [
  {
    mac,
    ip,
    intf: 'igb1',
    expired: false,
    manufacturer: '',
    hostname: '',
    intf_description: 'LAN',
    ...EXTRA,
  },
  { mac: '2c:26:17:00:00:07', ip: '10.250.77.77', expired: true },
];
const rows = (...input: readonly object[]) => ({
  total: input.length,
  rowCount: input.length,
  current: 1,
  rows: input,
});

export const opnsensePages: Pages = {
  'GET /api/diagnostics/interface/get_arp': jsonFor(isBasic, opnsenseArp),
  'GET /api/dnsmasq/leases/search': jsonFor(isBasic, rows()),
  'GET /api/kea/leases4/search': jsonFor(
    isBasic,
    rows(
      { address: '10.250.77.80', hwaddr: '2c:26:17:00:00:08', hostname: 'q', expire: 1, state: '0' },
      { address: '10.250.77.81', hwaddr: '2c:26:17:00:00:09', state: '1' },
    ),
  ),
  'GET /api/dhcpv4/leases/searchLease': jsonFor(
    isBasic,
    rows({ address: '10.250.77.82', mac: '2c:26:17:00:00:0a', state: 'active' }),
  ),
};

/** Answers as a control agent; `isAgent: false`: as the server itself. */
export function kea(isAgent = true, answer: object = keaLeases): Pages {
  return { 'POST /': jsonFor(isBasic, isAgent ? [answer] : answer) };
}

export const keaOpenPages: Pages = {
  'POST /': jsonFor(always, [{ result: 3, text: '0 IPv4 lease(s) found.' }]),
};

const keaLeases = {
  arguments: {
    leases: [
      {
        'hw-address': mac,
        'ip-address': ip,
        hostname: 'pico',
        state: 0,
        cltt: 1_795_218_261,
        'valid-lft': 600,
      },
      { 'hw-address': '2c:26:17:00:00:02', 'ip-address': '10.250.77.58', state: 1 },
    ],
  },
  result: 0,
  text: '2 IPv4 lease(s) found.',
};
