import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      '{packages,internal,examples}/*/vitest.config.ts',
      'packages/{networks,frameworks,stores,queues,kits}/*/vitest.config.ts',
    ],
    coverage: {
      provider: 'v8',
      include: ['packages/**/src/**/*.ts'],
      exclude: ['**/*.{test,test-d,bench}.ts', '**/__fixtures__/**'],
      reporter: ['text', 'json-summary', 'lcov'],
      thresholds: { lines: 90, functions: 90, branches: 85, statements: 90 },
    },
  },
})
