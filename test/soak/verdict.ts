import type { SoakResult } from './soak.ts';
import type { Slope } from './slope.ts';

/** Growth an hour that is still acceptable: below it nothing runs out over a term. */
const FLAT = { memoryMiB: 20, files: 2 } as const;
/** Maximum ratio of the store to the estimated size of its events: roll-ups, changes, the log before its checkpoint. */
const MAX_GROWTH = 4;

/** Returns what is wrong with a soak test; empty if all is well. */
export function faultsOf(result: SoakResult): string[] {
  const { lost, doubled, integrity, memorySlope, filesSlope, growth, acknowledged, downloads, configured } =
    result;
  return [
    lost.length > 0 && `${lost.length} acknowledged events are lost: ${lost.slice(0, 3).join(', ')}`,
    doubled.length > 0 && `${doubled.length} events stand twice: ${doubled.slice(0, 3).join(', ')}`,
    integrity !== 'ok' && `the store is damaged: ${integrity}`,
    (acknowledged === 0 || downloads === 0 || configured === 0) &&
      `it proves nothing: ${acknowledged} events, ${downloads} downloads, ${configured} configurations`,
    grows(memorySlope, FLAT.memoryMiB) && `memory grows: ${slopeInText(memorySlope, 'MiB')}`,
    grows(filesSlope, FLAT.files) && `descriptors grow: ${slopeInText(filesSlope, 'descriptors')}`,
    growth.bytes > MAX_GROWTH * growth.estimated + 32 * 1_048_576 &&
      `the store grew by ${growth.bytes} bytes, ${growth.estimated} were reckoned`,
  ].filter((fault) => fault !== false);
}

/** Returns true if it is certainly steeper than the limit: by more than three standard errors. */
function grows({ value, error }: Slope, flat: number): boolean {
  return value - 3 * error > flat;
}

/** Returns the measurements, a line each. */
export function inText(result: SoakResult): string {
  const { growth } = result;
  const max = Math.max(...result.samples.map(({ memoryMiB }) => memoryMiB));
  return [
    `${result.enrolled} enrolled, ${result.configured} configurations, ${result.downloads} downloads, ${result.kills} kills`,
    `${result.acknowledged} events acknowledged: ${result.lost.length} lost, ${result.doubled.length} doubled; store ${result.integrity}`,
    `memory: ${Math.round(max)} MiB at most, slope ${slopeInText(result.memorySlope, 'MiB')}`,
    `descriptors without sockets: slope ${slopeInText(result.filesSlope, 'descriptors')}`,
    `store: ${(growth.bytes / 1_048_576).toFixed(1)} MiB for ${growth.events} events, ${Math.round(growth.bytes / Math.max(1, growth.events))} bytes an event, ${(growth.bytes / Math.max(1, growth.estimated)).toFixed(2)} times what was reckoned`,
  ].join('\n');
}

function slopeInText({ value, error }: Slope, unit: string): string {
  if (Number.isNaN(value)) return 'not known: no run was long enough (--kill-every)';
  return `${value.toFixed(1)} ± ${error.toFixed(1)} ${unit} an hour`;
}
