import type { Sample } from './soak.ts';

const WIDTH = 960;
const PANEL = 150;
const LEFT = 90;
const GAP = 46;

type Line = { readonly title: string; readonly value: (sample: Sample) => number };

const LINES: readonly Line[] = [
  { title: 'Memory of the service, MiB', value: ({ memoryMiB }) => memoryMiB },
  { title: 'Open files, without sockets', value: ({ files }) => files },
  { title: 'Sockets', value: ({ sockets }) => sockets },
  { title: 'Store and log, MiB', value: ({ storeMiB }) => storeMiB },
  { title: 'Headsets ready', value: ({ ready }) => ready },
  { title: 'Events acknowledged', value: ({ acknowledged }) => acknowledged },
];

/** Draws a soak test: its measurements over time, with a line at each kill of the service. */
export function plot(samples: readonly Sample[], title: string): string {
  const lastSec = samples.at(-1)?.atSec ?? 1;
  const x = (atSec: number): number => LEFT + (atSec / lastSec) * (WIDTH - LEFT - 20);
  const kills = samples.filter(({ life }, at) => at > 0 && samples[at - 1]?.life !== life);
  const height = 50 + LINES.length * (PANEL + GAP);
  const panels = LINES.map((line, at) => panel(line, { samples, x, kills, top: 60 + at * (PANEL + GAP) }));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="13">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="${LEFT}" y="28" font-size="16">${title}</text>`,
    ...panels,
    '</svg>',
    '',
  ].join('\n');
}

function panel(
  { title, value }: Line,
  input: { samples: readonly Sample[]; x: (sec: number) => number; kills: readonly Sample[]; top: number },
): string {
  const { samples, x, kills, top } = input;
  const max = Math.max(1, ...samples.map(value)) * 1.05;
  const y = (each: number): number => top + PANEL - (each / max) * PANEL;
  const [bottom, right] = [top + PANEL, WIDTH - 20];
  const points = samples.map((each) => `${x(each.atSec).toFixed(1)},${y(value(each)).toFixed(1)}`).join(' ');
  const lastMin = (samples.at(-1)?.atSec ?? 0) / 60;
  return [
    `<text x="${LEFT}" y="${top - 6}">${title}</text>`,
    `<path d="M${LEFT} ${top}V${bottom}H${right}" fill="none" stroke="#888"/>`,
    `<text x="${LEFT - 8}" y="${top + 10}" text-anchor="end">${Math.round(max)}</text>`,
    `<text x="${LEFT - 8}" y="${bottom}" text-anchor="end">0</text>`,
    `<text x="${right}" y="${bottom + 16}" text-anchor="end">${lastMin.toFixed(1)} min</text>`,
    ...kills.map(
      ({ atSec }) =>
        `<path d="M${x(atSec).toFixed(1)} ${top}V${bottom}" stroke="#c33" stroke-dasharray="3 3"/>`,
    ),
    `<polyline points="${points}" fill="none" stroke="#1668c7" stroke-width="1.5"/>`,
  ].join('\n');
}
