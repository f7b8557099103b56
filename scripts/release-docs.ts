import { releaseCommands } from '../domain/command-lines.ts';

/** Docs and examples as a release ships them: without npm, and without what is about the sources. */

/** The docs that are shipped, as files and folders. Decisions are for those who work on the sources. */
export const shippedDocs = ['README.md', 'CHANGELOG.md', 'docs', 'deploy'];
export const isShipped = (path: string) => !/(^|\/)docs\/decisions(\.md$|\/|$)/.test(path);

const npmCommand = new RegExp(`npm run (${releaseCommands.join('|')})\\b`, 'g');

/**
 * @param text where `<!-- sources -->` to `<!-- /sources -->` is only for the sources, and a comment that
 *   begins with `release` only for a release
 */
export const asInRelease = (text: string): string =>
  text
    .replace(/^<!-- sources -->\n.*?^<!-- \/sources -->\n/gms, '')
    .replace(/<!-- sources -->.*?<!-- \/sources -->/gs, '')
    .replace(/<!-- release\n(.*?)-->\n/gs, '$1')
    .replace(/ \(\[how\]\(decisions\/[^)]*\)\)/g, '')
    .replace(/\[([^\]]*)\]\(decisions\/[^)]*\)/g, '$1')
    .replace(/node_modules\/\.bin\/node scripts\/([\w-]+)\.ts/g, '$PWD/start $1')
    .replace(/scripts\/([\w-]+)\.ts/g, '$1')
    .replace(npmCommand, './start $1')
    .replaceAll('npm start', './start')
    .replace(/(\.\/start[^`\n]*?) -- (?=--)/g, '$1 ')
    .replaceAll('`-- --', '`--');
