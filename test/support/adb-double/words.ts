/** Splits a command line as a shell does: single quotes, double quotes in scripts untouched. */
export function words(line: string): string[] {
  const found: string[] = [];
  let word = '';
  let isOpen = false;
  let hasWord = false;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at] ?? '';
    if (char === "'") {
      isOpen = !isOpen;
      hasWord = true;
    } else if (!isOpen && char === '\\') {
      at += 1;
      word += line[at] ?? '';
      hasWord = true;
    } else if (!isOpen && char === ' ') {
      if (hasWord) found.push(word);
      word = '';
      hasWord = false;
    } else {
      word += char;
      hasWord = true;
    }
  }
  if (hasWord) found.push(word);
  return found;
}
