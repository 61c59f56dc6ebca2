import type { RouterInput, RouterView } from '../../../shared/contract/network/routers.ts';

export type RouterKind = RouterView['kind'];

/** What a person has to give for a kind of router. */
export type RouterField = 'url' | 'username' | 'password' | 'apiKey' | 'site' | 'path' | 'csv';

const LOGIN = ['url', 'username', 'password'] as const;

/** The fields of each kind, in the order in which they are asked. */
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

/** Fields that may be left empty. */
const OPTIONAL: Partial<Record<RouterKind, readonly RouterField[]>> = {
  unifi: ['site'],
  'unifi-legacy': ['site'],
  kea: ['username', 'password'],
};

/** Where these kinds usually keep what is read. */
export const USUAL: Partial<Record<RouterKind, string>> = {
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

/** A router while it is written; secrets are empty unless somebody types them. */
export type RouterDraft = {
  readonly id: string | null;
  readonly kind: RouterKind;
  readonly label: string;
  readonly isEnabled: boolean;
  readonly allowsOtherNetworks: boolean;
} & Readonly<Record<RouterField, string>>;

/** A draft of nothing yet. */
export function newDraft(kind: RouterKind): RouterDraft {
  const empty = { url: '', username: '', password: '', apiKey: '', site: '', path: '', csv: '' };
  return { id: null, kind, label: '', isEnabled: true, allowsOtherNetworks: false, ...empty };
}

/** A draft of a router that there is. What it keeps secret is not in it. */
export function draftOf(router: RouterView): RouterDraft {
  const { id, kind, label, isEnabled, allowsOtherNetworks, url, username, site, path } = router;
  const known = { url: url ?? '', username: username ?? '', site: site ?? '', path: path ?? '' };
  return { ...newDraft(kind), id, label, isEnabled, allowsOtherNetworks, ...known };
}

/** What is still to be given; of a router that keeps its secret the secret is not. */
export function missingIn(draft: RouterDraft, router: RouterView | null): (RouterField | 'label')[] {
  const optional = OPTIONAL[draft.kind] ?? [];
  const kept = keptOf(draft, router);
  const fields = FIELDS_OF[draft.kind].filter(
    (field) => draft[field].trim() === '' && !optional.includes(field) && !kept.includes(field),
  );
  return draft.label.trim() === '' ? ['label', ...fields] : fields;
}

/** What the station keeps of a router that is changed, so that it need not be typed again. */
export function keptOf(draft: RouterDraft, router: RouterView | null): RouterField[] {
  if (router === null || router.kind !== draft.kind) return [];
  const isSameHost = (router.url ?? '') === draft.url.trim();
  return [
    ...(isSameHost && router.hasPassword ? (['password'] as const) : []),
    ...(isSameHost && router.hasApiKey ? (['apiKey'] as const) : []),
    ...(router.entryCount === null ? [] : (['csv'] as const)),
  ];
}

/** A router as it is sent: what is left empty is not sent, so secrets stay as they are. */
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
