/** Stations to remember; the one that was silent longest is removed first. */
const MAX_STATIONS = 10_000;
/** Starts to remember per station: more than the laptops of a class that were set up from one disk image. */
const MAX_RUNS = 32;
/** How often a start must return: a single late request from before a restart does not make a second computer. */
const MIN_RETURNS = 2;

/** `returns`: how often each start returned after another one, in the order in which they were last seen. */
type Known = { run: string; readonly returns: Map<string, number> };

/**
 * Detects that two computers use one identity: their starts alternate. A restarted or restored station has a new start,
 * and the former one does not return.
 */
export class StationWatch {
  readonly #stations = new Map<string, Known>();

  /** Records a request of a station. Returns true if its start returns after that of another computer. */
  isCopy(station: string, run: string): boolean {
    const known = this.#stations.get(station) ?? { run, returns: new Map([[run, 0]]) };
    moveToEnd(this.#stations, station, known, MAX_STATIONS);
    if (known.run === run) return false;
    known.run = run;
    const before = known.returns.get(run);
    const returns = before === undefined ? 0 : before + 1;
    moveToEnd(known.returns, run, returns, MAX_RUNS);
    return returns >= MIN_RETURNS;
  }
}

/** Adds or moves an entry to the end, and removes the oldest one above the limit. */
function moveToEnd<Value>(map: Map<string, Value>, key: string, value: Value, max: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > max && oldest !== undefined) map.delete(oldest);
}
