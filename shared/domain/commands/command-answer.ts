/** What the history keeps of an answer: nothing where the headset did as told, else that it did not, with its code. */
export type KeptOfAnswer = { readonly accepted?: false; readonly reason?: string };

/** A code is a name in capitals; whatever else an agent writes there may hold secrets and is not kept. */
const CODE = /^[A-Z][A-Z0-9_]{0,63}$/;

/** Reads out of a headset's answer whether it refused, and why. Pure. */
export function keptOfAnswer(answer: Readonly<Record<string, unknown>>): KeptOfAnswer {
  if (answer['accepted'] !== false) return {};
  const { reason } = answer;
  return typeof reason === 'string' && CODE.test(reason) ? { accepted: false, reason } : { accepted: false };
}
