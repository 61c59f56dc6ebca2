/** Hosts whose pages may be opened in the person's browser, and their subdomains. Everything else is blocked. */
const ALLOWED_HOSTS = ['github.com', 'developer.picoxr.com', 'work.meta.com', 'developer.vive.com'];

/** Returns true for an allowed URL: https, without a user name. */
export function isAllowedLink(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, port } = new URL(text);
  if (protocol !== 'https:' || username !== '' || password !== '' || port !== '') return false;
  return ALLOWED_HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

/** Screens that a `muster://` link may open. */
const SCREENS = ['fleet', 'enrol', 'configure', 'content', 'class', 'statistics', 'sync', 'station'];
/** The screens that can show a single item. */
const WITH_ID = ['fleet', 'content', 'station', 'sync'];

/**
 * Returns the path of the interface for a `muster://` link, or undefined: `muster://fleet`, `muster://fleet/<id>`.
 * Links come from anywhere, so only the screen and one identifier are used.
 */
export function pathOfLink(text: string): string | undefined {
  const found = /^muster:\/\/([a-z]+)(?:\/([A-Za-z0-9_-]{1,64}))?\/?$/.exec(text);
  const [, screen, id] = found ?? [];
  if (screen === undefined || !SCREENS.includes(screen)) return undefined;
  if (id === undefined) return `/${screen}`;
  return WITH_ID.includes(screen) ? `/${screen}/${id}` : undefined;
}

/** Returns the `muster://` link among the arguments, if there is one. */
export function linkIn(args: readonly string[]): string | undefined {
  return args.find((word) => word.startsWith('muster://'));
}
