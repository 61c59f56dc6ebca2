/** Objects from which a key was removed, and all that contain them. */
const tainted = new WeakSet<object>();

/** Returns true if this value, or anything in it, had a key that reaches for a prototype. */
export function isTainted(value: unknown): boolean {
  return typeof value === 'object' && value !== null && tainted.has(value);
}

/** An object being searched, and the index of the one that contains it. */
type Step = { readonly node: Record<string, unknown>; readonly holder: number };

/**
 * Removes every key that targets a prototype (`__proto__`, and `constructor` with a `prototype`), and remembers where.
 * Does not recurse: a body may be as deep as it is long.
 */
export function withoutPoison(body: unknown): unknown {
  const steps: Step[] = [];
  push(steps, body, -1);
  for (let at = 0; at < steps.length; at += 1) {
    const node = steps[at]?.node ?? {};
    if (removePoison(node)) taint(steps, at);
    for (const value of Array.isArray(node) ? node : Object.values(node)) push(steps, value, at);
  }
  return body;
}

function push(steps: Step[], value: unknown, owner: number): void {
  if (typeof value !== 'object' || value === null) return;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JSON.parse made has text keys only
  steps.push({ node: value as Record<string, unknown>, holder: owner });
}

function removePoison(node: Record<string, unknown>): boolean {
  const hasProto = Object.hasOwn(node, '__proto__') && Reflect.deleteProperty(node, '__proto__');
  return (hasConstructor(node) && Reflect.deleteProperty(node, 'constructor')) || hasProto;
}

function hasConstructor(node: Record<string, unknown>): boolean {
  if (!Object.hasOwn(node, 'constructor')) return false;
  const value: unknown = node['constructor'];
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
}

/** Stops where an earlier one has been: a long chain with many such keys is then walked once. */
function taint(steps: readonly Step[], from: number): void {
  for (let step = steps[from]; step !== undefined && !tainted.has(step.node); step = steps[step.holder])
    tainted.add(step.node);
}
