/** Downloads a file that was created here. */
export function saveAsFile(name: string, content: string | Uint8Array<ArrayBuffer>, mediaType: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
