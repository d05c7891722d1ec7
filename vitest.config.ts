import { defineConfig } from 'vitest/config'

export default defineConfig(({ mode }) => ({
  test: {
    projects: [
      // The type tests of all packages in one program, so that what they import is read and checked once.
      {
        test: {
          name: 'types',
          include: [],
          typecheck: {
            enabled: mode !== 'nightly',
            only: true,
            include: ['packages/**/*.test-d.ts'],
            checker: 'tsc',
            tsconfig: './tsconfig.types.json',
          },
        },
      },
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
}))
