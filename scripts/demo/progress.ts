/** Says how far along a piece of work is: on a terminal in one line, elsewhere at each tenth. */
export function progressOf(
  what: string,
  total: number,
  output: Pick<NodeJS.WriteStream, 'write' | 'isTTY'> = process.stdout,
): (done: number) => void {
  let lastShare = 0;
  const number = (count: number) => count.toLocaleString('en-US');
  return (done) => {
    const share = total === 0 ? 100 : Math.floor((done / total) * 100);
    const step = output.isTTY ? 1 : 10;
    const isLast = done >= total;
    if (!isLast && share < lastShare + step) return;
    lastShare = share - (share % step);
    const line = `  ${what}  ${number(done)} of ${number(total)} (${share}%)`;
    output.write(output.isTTY ? `\r${line}\x1b[K${isLast ? '\n' : ''}` : `${line}\n`);
  };
}
