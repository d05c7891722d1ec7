import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/main.ts', 'src/api.ts', 'src/worker.ts', 'src/scheduler.ts'],
  format: ['esm'],
  platform: 'node',
  target: 'node22.19',
  removeNodeProtocol: false,
  clean: true,
  silent: true,
})
