import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/main.ts'],
  format: ['esm'],
  platform: 'node',
  target: 'node22.19',
  removeNodeProtocol: false,
  clean: true,
  silent: true,
})
