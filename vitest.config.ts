import { defineConfig } from 'vitest/config'

import { project } from './internal/testing/src/vitest.js'

/**
 * Packages that need no servers: in `npm test` they share a project. A project of its own costs a package 10 s
 * of CPU time, because its modules are transformed and evaluated again.
 */
const SHORT = [
  'internal/benchmarks',
  'packages/frameworks/{express,fastify,nestjs}',
  'packages/kits/{google,jobs,meta,store}',
  'packages/networks/*',
  'packages/stores/sqlite',
]

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
      // `npm test` runs with `--mode together`. Without it, each package is a project.
      ...(mode === 'together' ? [project('short', { sources: SHORT.map((folder) => `${folder}/src`) })] : []),
      '{packages,internal,examples}/*/vitest.config.ts',
      'packages/{networks,frameworks,stores,queues,kits}/*/vitest.config.ts',
      ...(mode === 'together' ? SHORT.map((folder) => `!${folder}/vitest.config.ts`) : []),
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
