/** Decodes a file name: `Museum%20Tour.mp4` is "Museum Tour.mp4". Invalid encodings stay unchanged. */
export function decoded(name: string): string {
  if (!name.includes('%')) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
