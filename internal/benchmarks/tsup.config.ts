import { globSync } from 'node:fs'

import { defineConfig } from 'tsup'

// Files are not bundled, because a benchmark can start another file as a separate process.
export default defineConfig({
  entry: globSync('src/**/*.ts', { exclude: ['**/*.test.ts'] }),
  format: ['esm'],
  platform: 'node',
  target: 'node22.19',
  splitting: true,
  removeNodeProtocol: false,
  clean: true,
  silent: true,
})
