import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

interface IconSet {
  icons: Record<string, { body: string } | undefined>;
  aliases?: Record<string, { parent: string } | undefined>;
}

const prefix = 'lucide/';

/** What every icon has in common is on the component's <svg>. */
const common = new Set([
  'fill="none"',
  'stroke="currentColor"',
  'stroke-linecap="round"',
  'stroke-linejoin="round"',
  'stroke-width="2"',
]);

/** @returns each shape's element and attributes */
function shapesOf(body: string): [string, Record<string, string>][] {
  return [...body.matchAll(/<(\w+) ([^>]*)\/>/g)].map(([, element = '', attributes = '']) => [
    element,
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)]
        .filter(([pair]) => !common.has(pair))
        .map(([, name = '', value = '']) => [name, value]),
    ),
  ]);
}

/**
 * Makes `lucide/<name>` a module whose default export is a component that draws that icon.
 *
 * @param component the file whose `lineIcon` gets an icon's name and shapes
 */
export function lucideIcons(component: string): Plugin {
  const file = new URL(import.meta.resolve('@iconify-json/lucide/icons.json'));
  const { icons, aliases = {} } = JSON.parse(readFileSync(file, 'utf8')) as IconSet;
  return {
    name: 'lucide-icons',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const name = id.slice(prefix.length + 1);
      const icon = icons[name] ?? icons[aliases[name]?.parent ?? ''];
      if (icon === undefined) throw new Error(`lucide has no icon "${name}"`);
      return [
        `import { lineIcon } from ${JSON.stringify(component)};`,
        `export default /* @__PURE__ */ lineIcon(${JSON.stringify(name)}, ${JSON.stringify(shapesOf(icon.body))});`,
      ].join('\n');
    },
  };
}
