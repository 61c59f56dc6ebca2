/** Words for Electron and Chromium that stand among the program's own: the station must not trip over them. */
const NOT_OURS = [
  /^--(no-sandbox|hidden)$/,
  /^--(ozone|inspect|remote-debugging|disable|enable|force|js-flags|user-data-dir|original-process-start-time|allow-file-access)/,
  /^--squirrel/,
  /^-psn_/,
  /^muster:\/\//,
];

/** The flags of `serve` among the words that the program was started with. */
export function stationFlags(words: readonly string[]): string[] {
  return words.filter((word) => !NOT_OURS.some((pattern) => pattern.test(word)));
}
