import type { Plugin } from 'vite';

/**
 * Asks for the font together with the style sheet instead of after it, so that the first words
 * are already in it.
 *
 * @param fileName the font's name before the build puts its hash into it; fails the build when the
 *   build holds no such file
 */
export function preloadFont(fileName: string): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.values(bundle ?? {}).find(
          (output) => output.type === 'asset' && output.names.includes(fileName),
        );
        if (font === undefined) throw new Error(`The build holds no font "${fileName}"`);
        return [
          {
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `/${font.fileName}`,
              crossorigin: true,
            },
            injectTo: 'head',
          },
        ];
      },
    },
  };
}
