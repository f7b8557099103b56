/** The size of a page of paper, in points of 1/72 inch. */
interface PaperSize {
  width: number;
  height: number;
}

/**
 * The pages of a PDF as Chromium writes it: page objects in plain text, each with its own box.
 *
 * @returns their sizes in points, in the file's order
 */
export function printedPages(pdf: Uint8Array): PaperSize[] {
  const text = Buffer.from(pdf).toString('latin1');
  const objects = text.match(/\d+ 0 obj\b[\s\S]*?endobj/g) ?? [];
  const pages = objects.filter((object) => /\/Type\s*\/Page\b(?!s)/.test(object));
  // If there are many pages, each group of them has its own count: that of all is the greatest.
  const counts = text.matchAll(/\/Type\s*\/Pages\b[\s\S]*?\/Count\s+(\d+)/g);
  const announced = Math.max(...[...counts].map(([, count]) => Number(count)));
  if (pages.length === 0 || announced !== pages.length) {
    throw new Error(`The PDF announces ${announced} pages, and ${pages.length} were found`);
  }
  return pages.map((page) => {
    const box = /\/MediaBox\s*\[([^\]]*)\]/.exec(page)?.[1] ?? '';
    const [left = 0, bottom = 0, right, top] = box.trim().split(/\s+/).map(Number);
    if (right === undefined || top === undefined) throw new Error('A page of the PDF has no box');
    return { width: right - left, height: top - bottom };
  });
}
