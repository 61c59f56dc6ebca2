/** Arguments of Electron and Chromium among the program's own, which the station must ignore. */
const NOT_OURS = [
  /^--(no-sandbox|hidden)$/,
  /^--(ozone|inspect|remote-debugging|disable|enable|force|js-flags|user-data-dir|original-process-start-time|allow-file-access)/,
  /^--squirrel/,
  /^-psn_/,
  /^muster:\/\//,
];

/** Returns the flags of `serve` among the arguments of the program. */
export function stationFlags(args: readonly string[]): string[] {
  return args.filter((word) => !NOT_OURS.some((pattern) => pattern.test(word)));
}
