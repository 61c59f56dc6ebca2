import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { route } from '../../main/cli/cell-map.ts';
import { aStation } from '../support/a-station.ts';
import { Proxy, proxyObstacle } from '../support/cells/cluster.ts';
import { aFolder } from '../support/temp-folder.ts';

const FOLDER = 'packaging/cells';

/** The labels of each metric in an answer of `/metrics`. */
function labelsIn(answer: string): ReadonlyMap<string, ReadonlySet<string>> {
  const lines = [...answer.matchAll(/^(muster_\w+)\{(.*)\} /gm)];
  return new Map(lines.map(([, name = '', labels = '']) => [name, namesIn(labels)]));
}

/** The names in `cell="c07",status=~"5.."`. */
function namesIn(labels: string): Set<string> {
  return new Set([...labels.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, name = '']) => name));
}

const targetsSchema = z.array(z.object({ expr: z.string(), legendFormat: z.string() }));
const dashboardSchema = z.object({ panels: z.array(z.object({ targets: targetsSchema })) });

const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

/** The expressions of the alarms and the dashboard, each with the labels that its text shows. */
function expressions(): { expr: string; shown: string[] }[] {
  const alarms = [...read('alarms.yml').matchAll(/expr: (.+)\n[^]*?summary: '(.+?)'/g)];
  const { panels } = dashboardSchema.parse(JSON.parse(read('grafana-dashboard.json')));
  const targets = panels.flatMap((panel) => panel.targets);
  const texts = [
    ...alarms.map(([, expr = '', summary = '']) => [expr, summary] as const),
    ...targets.map(({ expr, legendFormat }) => [expr, legendFormat] as const),
  ];
  return texts.map(([expr, text]) => ({
    expr,
    shown: [...text.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, name = '']) => name),
  }));
}

test('every metric and label that the dashboard and the alarms use exists, and all name the cell', async () => {
  const cell = { name: 'c07', checksLater: true, makesBackups: false };
  await using central = await aStation({ role: 'central', rateLimit: 0, cell });
  const { id, token } = await central.enrolled();
  // The library is loaded, and counts, from the first scrape on.
  await central.send('GET', '/metrics');
  await central.send('PUT', `/devices/${id}`, { token, body: { events: [] } });
  const body = String((await central.send('GET', '/metrics')).body);
  const labels = new Map(labelsIn(body));
  const [, target = ''] = /labels: \{ (.+) \}/.exec(read('prometheus.yml')) ?? [];
  expect(target).toContain('job: muster,');
  // Written by Prometheus, with the labels of the target.
  labels.set('up', new Set([...target.matchAll(/(\w+):/g)].map(([, name = '']) => name)));

  const used = new Set<string>();
  for (const { expr, shown } of expressions()) {
    const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/));
    for (const [, name = '', matchers = ''] of expr.matchAll(/\b(muster_\w+|up)\b(?:\{([^}]*)\})?/g)) {
      used.add(name);
      const needed = [...namesIn(matchers), ...grouped, ...shown];
      expect([expr, needed.filter((label) => labels.get(name)?.has(label) !== true)]).toEqual([expr, []]);
      expect(needed).toContain('cell');
    }
  }
  expect(used.size).toBeGreaterThan(10);
  expect(body).toContain('muster_heartbeats_total{cell="c07"} 1\n');
  expect(body).toContain('muster_devices{cell="c07"} 1\n');
  expect(body).toContain('muster_organisations{cell="c07"} 1\n');
});

test('HAProxy accepts the shipped configuration', ({ skip }) => {
  const obstacle = proxyObstacle();
  if (obstacle !== undefined) skip(obstacle);
  using folder = aFolder();
  for (const map of ['cells.map', 'moved.map']) writeFileSync(join(folder.path, map), 'c07 c07\n');
  const cells = join(folder.path, 'cells.cfg');
  writeFileSync(cells, 'backend cell_c07 from cells\n  server c07 127.0.0.1:7440\n');
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', join(FOLDER, 'haproxy.cfg'), '-f', cells], {
    encoding: 'utf8',
    env: {
      ...process.env,
      MUSTER_BIND: '127.0.0.1:7450',
      MUSTER_MAPS: folder.path,
      MUSTER_DEFAULT_CELL: 'c07',
      MUSTER_ADMIN: join(folder.path, 'admin.sock'),
    },
  });
  expect(`${String(status)} ${stderr}`).not.toMatch(/ALERT|WARNING/);
  expect(status).toBe(0);
});

test('HAProxy passes on a 503 of a cell at once, without asking again', async ({ skip }) => {
  const obstacle = proxyObstacle();
  if (obstacle !== undefined) skip(obstacle);
  using folder = aFolder();
  let asked = 0;
  const cell = createServer((request, response) => {
    // Asked for until the proxy is there.
    if (request.url !== '/openapi.json') asked += 1;
    response.writeHead(503, { 'retry-after': '2' }).end('{"code":"STORAGE_BUSY"}');
  }).listen(0, '127.0.0.1');
  await once(cell, 'listening');
  const { port } = z.object({ port: z.int() }).parse(cell.address());
  await using proxy = await Proxy.start(folder.path, new Map([['c07', port]]));
  const answer = await fetch(`${proxy.url}/devices/any`);
  expect([answer.status, await answer.text(), asked]).toEqual([503, '{"code":"STORAGE_BUSY"}', 1]);
  cell.close();
});

test('systemd accepts the shipped units', ({ skip }) => {
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) skip('systemd-analyze is not installed');
  using folder = aFolder();
  const units = readdirSync(FOLDER).filter((name) => name.endsWith('.service'));
  expect(units).toEqual(['muster-cell@.service', 'muster-proxy.service']);
  const files = units.map((name) => {
    const file = join(folder.path, name.replace('@', '@c07'));
    // The programs need not be installed here.
    writeFileSync(file, read(name).replace(/^(Exec\w+=)\S+/gm, '$1/bin/true'));
    return file;
  });
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
    encoding: 'utf8',
  });
  // It reports units of this computer as well.
  expect(stderr.split('\n').filter((line) => line.includes(folder.path) || line.includes('muster-'))).toEqual(
    [],
  );
  expect(status).toBe(0);
});

test('the scripts are valid shell', () => {
  const scripts = readdirSync(FOLDER).filter((name) => /\.(sh|env)$/.test(name));
  expect(scripts).toEqual(['split-kubernetes.env', 'split-rbd.env', 'split.sh']);
  for (const script of scripts)
    expect(spawnSync('sh', ['-n', join(FOLDER, script)], { encoding: 'utf8' }).stderr).toBe('');
});

test('a route is added to the others, and replaces an older one of the same organisation', () => {
  using folder = aFolder();
  const map = join(folder.path, 'moved.map');
  route(map, ['a', 'b'], 'moving');
  route(map, ['a'], 'c08');
  expect(readFileSync(map, 'utf8')).toBe('b moving\na c08\n');
});
