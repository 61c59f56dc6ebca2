/** `node test/bench/plot-cells.ts`: measures how a central scales with its cells and draws docs/cells-growth.svg. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { buildService } from '../../main/cli/build/build-service.ts';
import { projectFolder } from '../../main/cli/build/build.ts';
import { measureGrowth, QUOTA } from './cells.ts';

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [640, 360, 70, 50, 40];

await buildService(projectFolder);
const { limited, free } = await measureGrowth();
const [one] = limited;
const max = 1.15 * Math.max(...limited, 3 * one);
const x = (cells: number): number => LEFT + ((cells - 0.5) / 3) * (WIDTH - LEFT - 20);
const y = (rate: number): number => HEIGHT - BOTTOM - (rate / max) * (HEIGHT - BOTTOM - TOP);
const line = (points: readonly (readonly [number, number])[], style: string): string =>
  `<polyline fill="none" ${style} points="${points.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join(' ')}"/>`;
const text = (at: readonly [number, number], words: string, more = ''): string =>
  `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" text-anchor="middle" ${more}>${words}</text>`;
const points = limited.map((rate, index) => [index + 1, rate] as const);
const shapes = [
  line(
    [1, 2, 3].map((cells) => [cells, cells * one] as const),
    'stroke="#999" stroke-dasharray="5 5"',
  ),
  line(points, 'stroke="#0b6e99" stroke-width="3"'),
  ...points.flatMap(([cells, rate]) => [
    `<circle cx="${x(cells).toFixed(1)}" cy="${y(rate).toFixed(1)}" r="5" fill="#0b6e99"/>`,
    text([x(cells), y(rate) - 14], `${String(Math.round(rate))} · ${(rate / one).toFixed(2)}×`),
    text([x(cells), HEIGHT - BOTTOM + 22], `${String(cells)} ${cells === 1 ? 'cell' : 'cells'}`),
  ]),
  text(
    [WIDTH / 2, 22],
    `Heartbeats a second through HAProxy, ${String(QUOTA)} core for each cell`,
    'font-weight="bold"',
  ),
  text(
    [WIDTH / 2, HEIGHT - 8],
    `dashed: in proportion. Without a quota on two shared cores: ${free.map(Math.round).join(' with one cell, ')} with two`,
    'font-size="12"',
  ),
  `<line x1="${String(LEFT)}" y1="${String(HEIGHT - BOTTOM)}" x2="${String(WIDTH - 20)}" y2="${String(HEIGHT - BOTTOM)}" stroke="#444"/>`,
];
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(WIDTH)} ${String(HEIGHT)}" font-family="sans-serif" font-size="14"><rect width="100%" height="100%" fill="#fff"/>${shapes.join('')}</svg>\n`;
writeFileSync(join(projectFolder, 'docs', 'cells-growth.svg'), svg);
console.log(
  `docs/cells-growth.svg: ${limited.map(Math.round).join(', ')} r/s; without a quota ${free.map(Math.round).join(', ')}`,
);
