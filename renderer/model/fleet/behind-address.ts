/** Returns the URL of Fleet filtered to the headsets behind a figure; `say` is the text of the filter. */
export function addressBehind(question: Readonly<Record<string, string | null>>, label: string): string {
  const reported = Object.entries(question).filter((entry): entry is [string, string] => entry[1] !== null);
  const behind = new URLSearchParams([...reported, ['say', label]]).toString();
  return `/fleet?${new URLSearchParams({ behind, view: 'table' }).toString()}`;
}
