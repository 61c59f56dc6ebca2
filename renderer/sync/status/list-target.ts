/** Returns the index that a key moves to; null for other keys. */
export function targetOf(key: string, from: number, count: number): number | null {
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(last, from + 1);
    case 'ArrowUp':
    case 'k':
      return Math.max(0, from - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'PageDown':
      return Math.min(last, from + 10);
    case 'PageUp':
      return Math.max(0, from - 10);
    default:
      return null;
  }
}
