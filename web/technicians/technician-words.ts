/** @returns "1 active repair", "2 active repairs" */
export function activeRepairsText(count: number): string {
  return `${count === 0 ? 'no' : count} active ${count === 1 ? 'repair' : 'repairs'}`;
}
