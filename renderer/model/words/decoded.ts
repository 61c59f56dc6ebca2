/** A file name as people write it: `Museum%20Tour.mp4` is "Museum Tour.mp4". What is no such encoding stays as it is. */
export function decoded(name: string): string {
  if (!name.includes('%')) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
