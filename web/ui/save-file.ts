/** How long a browser may take to start reading what it saves, in milliseconds. */
const keptMs = 60_000;

/** Saves bytes under a name in the browser's downloads. */
export function saveFile({ name, file }: { name: string; file: Blob }): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}
