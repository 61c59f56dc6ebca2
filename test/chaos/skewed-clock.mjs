// Loaded into a station before anything else: its clock is off by so many ms.
const skewMs = Number(process.env['MUSTER_CHAOS_SKEW_MS'] ?? 0);
const RealDate = Date;
class SkewedDate extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + skewMs] : given));
  }
  static now() {
    return RealDate.now() + skewMs;
  }
}
if (skewMs !== 0) globalThis.Date = SkewedDate;
