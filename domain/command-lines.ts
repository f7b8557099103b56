/** What to type to start the product and its commands: npm's commands in its sources, its own in a release, which has no npm. */

export const installations = ['sources', 'release'] as const;
export type Installation = (typeof installations)[number];

export const releaseCommands = [
  'backup',
  'restore',
  'export',
  'set-password',
  'check-texting',
] as const;
export type Command = 'start' | (typeof releaseCommands)[number];

/**
 * @param argument what follows the command's name, e.g. a file
 * @param options e.g. `--replace`
 * @returns the line to type
 */
export function commandLine(
  installation: Installation,
  command: Command,
  argument = '',
  options = '',
): string {
  const isRelease = installation === 'release';
  const start = command === 'start';
  return [
    isRelease ? './start' : start ? 'npm start' : `npm run ${command}`,
    isRelease && !start ? command : '',
    argument,
    // npm would take them for its own.
    options === '' || isRelease ? '' : '--',
    options,
  ]
    .filter((word) => word !== '')
    .join(' ');
}
