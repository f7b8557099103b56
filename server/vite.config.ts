import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** What `npm start` runs: the server in a few files, because reading and linking 600 takes longer than everything else. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  ssr: {
    noExternal: true,
    // Loaded late, rarely or never; sharp also has a native library beside it.
    external: [
      '@aws-sdk/client-s3',
      '@fastify/ajv-compiler',
      '@fastify/fast-json-stringify-compiler',
      'sharp',
      'twilio',
    ],
  },
  // What Fastify loads for kinds of servers and folder listings that the product does not have.
  resolve: { alias: { 'node:http2': 'node:http', glob: 'node:fs' } },
  plugins: [
    {
      name: 'fastify-without-https',
      enforce: 'pre',
      resolveId: (source, importer) =>
        source === 'node:https' && importer?.includes('/node_modules/fastify/')
          ? { id: 'node:http', external: true }
          : null,
    },
  ],
  build: {
    ssr: 'server/main.ts',
    outDir: fileURLToPath(new URL('../dist/server', import.meta.url)),
    sourcemap: true,
    target: 'node24',
    rolldownOptions: {
      // A warning that is only printed is soon one that no one reads.
      onwarn: ({ message }) => {
        throw new Error(message);
      },
      // Merging files moved the bundler's own helpers into the server's: main.cjs then loaded the whole
      // server before it knew which Node it runs on, and in a circle.
      experimental: { chunkOptimization: false },
      output: {
        format: 'cjs',
        entryFileNames: '[name].cjs',
        chunkFileNames: '[name]-[hash].cjs',
        // Less to read; names stay, for the log.
        minify: { compress: false, mangle: false, codegen: true },
      },
    },
  },
});
