import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Failure } from '../failure.ts';
import { answerError } from './errors.ts';

/** No inline script, nothing from elsewhere; style elements only with the page's own nonce. */
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

/** Serves the built interface from `folder` to this computer only; headsets and integrators have no use for it. */
export async function serveInterface(http: FastifyInstance, folder: string): Promise<void> {
  if (existsSync(join(folder, 'assets'))) {
    await http.register(async (scope) => {
      scope.addHook('onRoute', (route) => {
        route.config = { ...route.config, access: 'loopback', operation: 'interface' };
      });
      await scope.register(fastifyStatic, {
        root: join(folder, 'assets'),
        prefix: '/assets/',
        // File names carry a hash of their content.
        immutable: true,
        maxAge: '365d',
      });
    });
  }
  http.get('/docs', { config: { access: 'loopback', operation: 'interface' } }, (request, reply) =>
    sendPage(join(folder, 'docs.html'), request, reply),
  );
  for (const url of ['/', '/fleet', '/fleet/*', '/enrol', '/enrol/*', '/kit']) {
    http.get(url, { config: { access: 'loopback', operation: 'interface' } }, (request, reply) =>
      sendPage(join(folder, 'index.html'), request, reply),
    );
  }
  http.get(
    '/muster.svg',
    { config: { access: 'loopback', operation: 'interface' } },
    async (_request, reply) => reply.type('image/svg+xml').send(await readFile(join(folder, 'muster.svg'))),
  );
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
