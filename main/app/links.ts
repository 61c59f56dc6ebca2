/** Hosts whose pages may be opened in the person's browser, and their subdomains. Everything else stays closed. */
const ALLOWED_HOSTS = ['github.com', 'developer.picoxr.com', 'work.meta.com', 'developer.vive.com'];

/** True for an address of the allow-list: https, no user name in it. */
export function isAllowedLink(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, port } = new URL(text);
  if (protocol !== 'https:' || username !== '' || password !== '' || port !== '') return false;
  return ALLOWED_HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

/** Screens that a `muster://` link may open. */
const SCREENS = ['fleet', 'enrol', 'configure', 'content', 'class', 'statistics', 'sync', 'station'];
/** Those of them that can show one thing. */
const WITH_ID = ['fleet', 'content', 'station', 'sync'];

/**
 * The path of the interface that a `muster://` link names, or undefined: `muster://fleet`, `muster://fleet/<id>`. Links come
 * from anywhere, so nothing but the screen and one identifier is taken from them.
 */
export function pathOfLink(text: string): string | undefined {
  const found = /^muster:\/\/([a-z]+)(?:\/([A-Za-z0-9_-]{1,64}))?\/?$/.exec(text);
  const [, screen, id] = found ?? [];
  if (screen === undefined || !SCREENS.includes(screen)) return undefined;
  if (id === undefined) return `/${screen}`;
  return WITH_ID.includes(screen) ? `/${screen}/${id}` : undefined;
}

/** The `muster://` link among the words of a command line, if there is one. */
export function linkIn(words: readonly string[]): string | undefined {
  return words.find((word) => word.startsWith('muster://'));
}
