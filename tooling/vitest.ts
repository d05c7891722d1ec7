import { defineConfig } from 'vitest/config'

export const project = (name: string): ReturnType<typeof defineConfig> =>
  defineConfig({
    // Only the project's own condition: vitest hands these to node as --conditions,
    // and "import" there would make require() pick ESM files (breaks express 5).
    resolve: { conditions: ['@social/source'] },
    ssr: { resolve: { conditions: ['@social/source'] } },
    test: {
      name,
      environment: 'node',
      // One worker for all files of a project: four times faster than a fresh one per file.
      // A test file must therefore put back whatever it changes (network, timers, env).
      isolate: false,
      // A bound for what hangs, not a measure: these tests also run on busy machines.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      include: ['src/**/*.test.ts'],
      benchmark: { include: ['src/**/*.bench.ts'] },
      typecheck: {
        enabled: true,
        include: ['src/**/*.test-d.ts'],
        checker: 'tsc',
        tsconfig: './tsconfig.json',
      },
      unstubEnvs: true,
      restoreMocks: true,
    },
  })
