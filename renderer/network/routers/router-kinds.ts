import type { RouterInput, RouterView } from '../../../shared/contract/network/routers.ts';

export type RouterKind = RouterView['kind'];

export type RouterField = 'url' | 'username' | 'password' | 'apiKey' | 'site' | 'path' | 'csv';

const LOGIN = ['url', 'username', 'password'] as const;

/** The fields of each kind, in order. */
export const FIELDS_OF: Record<RouterKind, readonly RouterField[]> = {
  mikrotik: LOGIN,
  openwrt: LOGIN,
  unifi: ['url', 'apiKey', 'site'],
  'unifi-legacy': [...LOGIN, 'site'],
  opnsense: LOGIN,
  kea: LOGIN,
  'dnsmasq-file': ['path'],
  'kea-file': ['path'],
  'isc-file': ['path'],
  csv: ['csv'],
};

/** Optional fields. */
const OPTIONAL: Partial<Record<RouterKind, readonly RouterField[]>> = {
  unifi: ['site'],
  'unifi-legacy': ['site'],
  kea: ['username', 'password'],
};

/** Usual locations of lease files. */
export const DEFAULT_URLS: Partial<Record<RouterKind, string>> = {
  mikrotik: 'https://192.168.88.1',
  openwrt: 'https://192.168.1.1',
  unifi: 'https://192.168.1.1',
  'unifi-legacy': 'https://192.168.1.2:8443',
  opnsense: 'https://192.168.1.1',
  kea: 'http://127.0.0.1:8000',
  'dnsmasq-file': '/var/lib/misc/dnsmasq.leases',
  'kea-file': '/var/lib/kea/kea-leases4.csv',
  'isc-file': '/var/lib/dhcp/dhcpd.leases',
};

/** A router while it is edited; secrets are empty unless typed. */
export type RouterDraft = {
  readonly id: string | null;
  readonly kind: RouterKind;
  readonly label: string;
  readonly isEnabled: boolean;
  readonly allowsOtherNetworks: boolean;
} & Readonly<Record<RouterField, string>>;

/** Returns an empty draft. */
export function newDraft(kind: RouterKind): RouterDraft {
  const empty = { url: '', username: '', password: '', apiKey: '', site: '', path: '', csv: '' };
  return { id: null, kind, label: '', isEnabled: true, allowsOtherNetworks: false, ...empty };
}

/** Returns a draft of an existing router, without its secrets. */
export function draftOf(router: RouterView): RouterDraft {
  const { id, kind, label, isEnabled, allowsOtherNetworks, url, username, site, path } = router;
  const known = { url: url ?? '', username: username ?? '', site: site ?? '', path: path ?? '' };
  return { ...newDraft(kind), id, label, isEnabled, allowsOtherNetworks, ...known };
}

/** Returns the missing fields; stored secrets are not required. */
export function missingIn(draft: RouterDraft, router: RouterView | null): (RouterField | 'label')[] {
  const optional = OPTIONAL[draft.kind] ?? [];
  const stored = unchangedFields(draft, router);
  const fields = FIELDS_OF[draft.kind].filter(
    (field) => draft[field].trim() === '' && !optional.includes(field) && !stored.includes(field),
  );
  return draft.label.trim() === '' ? ['label', ...fields] : fields;
}

/** Returns what the station has stored for a changed router, so that it need not be typed again. */
export function unchangedFields(draft: RouterDraft, router: RouterView | null): RouterField[] {
  if (router === null || router.kind !== draft.kind) return [];
  const isSameHost = (router.url ?? '') === draft.url.trim();
  return [
    ...(isSameHost && router.hasPassword ? (['password'] as const) : []),
    ...(isSameHost && router.hasApiKey ? (['apiKey'] as const) : []),
    ...(router.entryCount === null ? [] : (['csv'] as const)),
  ];
}

/** Returns the router to send: empty fields are not sent, so secrets stay unchanged. */
export function inputOf(draft: RouterDraft): RouterInput {
  const { id, kind, label, isEnabled, allowsOtherNetworks } = draft;
  const fields = FIELDS_OF[kind].flatMap((field) => {
    const value = field === 'password' || field === 'csv' ? draft[field] : draft[field].trim();
    return value === '' ? [] : [[field, value] as const];
  });
  return {
    ...(id === null ? {} : { id }),
    kind,
    label: label.trim(),
    isEnabled,
    allowsOtherNetworks,
    ...Object.fromEntries(fields),
  };
}
