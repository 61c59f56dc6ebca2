/**
 * The part of an answer that the history stores: nothing if the headset complied, otherwise that it refused, with its
 * code.
 */
export type RecordedAnswer = { readonly accepted?: false; readonly reason?: string };

/** A code is a name in capitals. Anything else may contain secrets and is not stored. */
const CODE = /^[A-Z][A-Z0-9_]{0,63}$/;

/** Returns from a headset's answer whether it refused, and why. Pure. */
export function recordedAnswer(answer: Readonly<Record<string, unknown>>): RecordedAnswer {
  if (answer['accepted'] !== false) return {};
  const { reason } = answer;
  return typeof reason === 'string' && CODE.test(reason) ? { accepted: false, reason } : { accepted: false };
}
