import { acceptedEncodings } from '../http/routes/accept.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Failure } from '../failure.ts';
import { FOR_PEOPLE } from '../http/routes/audience.ts';
import { answerError } from '../http/errors.ts';

/** Screens whose URLs are also API paths. */
const STATION_SCREENS = [
  '/station',
  '/station/check',
  '/station/network',
  '/station/routers',
  '/station/tokens',
  '/station/webhooks',
  '/station/people',
  '/station/audit',
  '/station/backups',
  '/station/computer',
];

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Access and name in the metrics. */
const INTERFACE = { access: 'loopback', operation: 'interface' } as const;

/** Allows no inline script and nothing from elsewhere; style elements only with the page's own nonce. */
function contentSecurityPolicy(nonce: string): string {
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/**
 * Serves the built interface from `folder` to this computer and, while a passcode is set, to the local network. It
 * contains no secrets.
 */
export function serveInterface(http: FastifyInstance, folder: string): void {
  const serve = (url: string, handler: Handler, constraints: { readonly audience?: string } = {}): void =>
    void http.route({ method: 'GET', url, config: INTERFACE, handler, constraints });
  serve('/assets/*', (request, reply) => sendAsset(join(folder, 'assets'), request, reply));
  serve('/docs', (request, reply) => sendPage(join(folder, 'docs.html'), request, reply));
  const sendScreen = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendPage(join(folder, 'index.html'), request, reply);
  for (const url of [
    '/',
    '/fleet',
    '/fleet/*',
    '/enrol',
    '/enrol/*',
    '/configure',
    '/configure/*',
    '/content',
    '/content/*',
    '/statistics',
    '/class',
    '/class/*',
    '/sync',
    '/sync/*',
  ]) {
    serve(url, sendScreen);
  }
  for (const url of STATION_SCREENS) {
    serve(url, (request, reply) => sendScreen(request, reply.header('vary', 'accept')), FOR_PEOPLE);
  }
  serve('/muster.svg', async (_request, reply) =>
    reply.type('image/svg+xml').send(await readFile(join(folder, 'muster.svg'))),
  );
}

/** Encodings in which the build stores large files beside them (main/cli/build/compress.ts), the smallest first. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

/** File names contain a hash of their content, so a browser may cache them forever. */
async function sendAsset(
  folder: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Loaded when the first browser connects, so that it does not delay the start.
  const { default: send } = await import('@fastify/send');
  const path = decodeURI(request.url.slice('/assets/'.length).split('?')[0] ?? '');
  const accepted = acceptedEncodings(request.headers['accept-encoding']);
  const encoding = ENCODINGS.find(
    ({ name, ending }) => accepted.has(name) && existsSync(join(folder, path + ending)),
  );
  const { statusCode, headers, stream, type } = await send(request.raw, path + (encoding?.ending ?? ''), {
    root: folder,
    index: false,
    immutable: true,
    maxAge: 365 * 86_400_000,
  });
  if (type !== 'file' && statusCode !== 304) {
    return answerError(new Failure('NOT_FOUND', 'The interface has no such file.'), request, reply);
  }
  void reply.code(statusCode).headers(headers).header('vary', 'accept-encoding');
  if (encoding !== undefined) {
    const mediaType = send.mime.getType(path) ?? 'application/octet-stream';
    void reply.header('content-encoding', encoding.name);
    if (statusCode !== 304) void reply.type(mediaType);
  }
  return reply.send(stream);
}

async function sendPage(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (!existsSync(path)) {
    const failure = new Failure('NOT_FOUND', 'The interface is not built yet. Run: npm run build');
    return answerError(failure, request, reply);
  }
  const nonce = randomBytes(16).toString('base64');
  const page = (await readFile(path, 'utf8')).replaceAll('__CSP_NONCE__', nonce);
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', contentSecurityPolicy(nonce))
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
    .send(page);
}
