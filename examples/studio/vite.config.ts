import { defineConfig } from 'vite'

export default defineConfig({
  build: { outDir: 'dist/page', emptyOutDir: true, target: 'es2024' },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  clearScreen: false,
  logLevel: 'warn',
})
