// Loaded into a station before anything else; shifts its clock by this many ms.
const skewMs = Number(process.env['MUSTER_CHAOS_SKEW_MS'] ?? 0);
const realNow = Date.now;

if (skewMs !== 0) {
  const { Date: RealDate } = globalThis;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given) =>
      Reflect.construct(target, given.length === 0 ? [realNow() + skewMs] : given) as object,
    get: (target, name) =>
      name === 'now' ? () => realNow() + skewMs : (Reflect.get(target, name) as unknown),
  });
}
