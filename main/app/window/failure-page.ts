import { createHash } from 'node:crypto';

/** The content of a failure screen. `chosenAction` returns its ids. */
export type FailurePage = {
  readonly language: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly actions: readonly { readonly id: Action; readonly label: string; readonly note?: string }[];
};

const ACTIONS = ['retry', 'backup', 'empty', 'reload', 'quit'] as const;
export type Action = (typeof ACTIONS)[number];

/** Never requested: a navigation to it is intercepted and read as a choice. The name cannot exist (RFC 6761). */
const ACTION_ORIGIN = 'https://shell.muster.invalid';

const STYLE = `
:root { color-scheme: light dark; --ink: #1d2320; --soft: #59625c; --paper: #f6f7f4; --line: #c9cec8; --blue: #1f55cf; }
@media (prefers-color-scheme: dark) { :root { --ink: #eef1ec; --soft: #a7b0a9; --paper: #161a18; --line: #3b433e; --blue: #7fa6ff; } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--paper); color: var(--ink); font: 17px/1.5 system-ui, sans-serif; }
main { max-width: 34em; padding: 2em; }
header { display: flex; align-items: center; gap: .5em; margin: 0 0 1.6em; font-weight: 700; }
svg { width: 1.5em; stroke: var(--ink); }
svg path + path { stroke: var(--blue); }
h1 { font-size: 1.5em; line-height: 1.25; margin: 0 0 .6em; text-wrap: balance; }
p { margin: 0 0 .8em; overflow-wrap: anywhere; }
ul { list-style: none; margin: 1.6em 0 0; padding: 0; display: grid; gap: .7em; }
a { display: block; padding: .7em 1em; border: 1px solid var(--line); border-radius: 6px; color: var(--blue); text-decoration: none; font-weight: 600; }
li:first-child a { background: var(--blue); border-color: var(--blue); color: var(--paper); }
a:focus-visible { outline: 3px solid var(--blue); outline-offset: 2px; }
small { display: block; margin: .35em 0 0 1em; color: var(--soft); }
`;

/** Content security policy: one style sheet by its digest, and nothing else. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;

/** The logo of Muster, as in renderer/public/muster.svg, in the colours of the page. */
const MARK =
  '<svg viewBox="0 0 24 22" fill="none" stroke-width="2.6" stroke-linecap="round" aria-hidden="true">' +
  '<path d="M4.5 3v16M9.5 3v16M14.5 3v16M19.5 3v16"/><path d="M1.5 16.5 22.5 5.5"/></svg>';

/** Returns a page without a script that needs neither the station nor a file, as a URL to load. */
export function failurePage({ language, title, lines, actions }: FailurePage): string {
  const choices = actions.map(
    ({ id, label, note }) =>
      `<li><a href="${ACTION_ORIGIN}/${id}">${escape(label)}</a>${note === undefined ? '' : `<small>${escape(note)}</small>`}</li>`,
  );
  const html =
    `<!doctype html><html lang="${escape(language)}"><head><meta charset="utf-8">` +
    `<meta http-equiv="Content-Security-Policy" content="${escape(POLICY)}">` +
    `<title>Muster</title><style>${STYLE}</style></head><body><main><header>${MARK}Muster</header><h1>${escape(title)}</h1>` +
    `${lines.map((line) => `<p>${escape(line)}</p>`).join('')}<ul>${choices.join('')}</ul></main></body></html>`;
  return `data:text/html;charset=utf-8;base64,${Buffer.from(html).toString('base64')}`;
}

/** Returns the choice behind a navigation; undefined if it is none. */
export function chosenAction(url: string): Action | undefined {
  const name = url.startsWith(`${ACTION_ORIGIN}/`) ? url.slice(ACTION_ORIGIN.length + 1) : '';
  return ACTIONS.find((action) => action === name);
}

function escape(text: string): string {
  const signs: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? '');
}
