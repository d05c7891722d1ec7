import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

import { configDefaults, defineConfig } from 'vitest/config'

/** Tests that take longer than half a minute: `npm run nightly` runs them, and nothing else does. */
const NIGHTLY = '**/*.nightly.test.ts'

/** Fails a test file that leaves a socket, a timer or a listener behind. */
const LEAKS = fileURLToPath(new URL('./leaks.ts', import.meta.url))

/**
 * Three on two cores: most tests wait for servers and processes, and leave room for what computes. At night, when what is
 * slow is measured, there is one for each core.
 */
const WORKERS = Math.ceil(availableParallelism() * 1.5)

/** Compiled code that the processes started by tests share: half of the CPU time of their start. */
const COMPILE_CACHE = fileURLToPath(new URL('../../../node_modules/.cache/node-compile', import.meta.url))

/** Starts a server for all test files of a project, and says where it is by `inject('postgresUrl')`. */
const SERVERS = {
  postgres: '@social-internal/servers/postgres-setup',
  redis: '@social-internal/servers/redis-setup',
}

/**
 * How the tests of one package run.
 *
 * @param options - `leavesThingsBehind`: for tests in which workers die in the middle of their work, within this process.
 *   `servers`: real servers its tests need. `sources`: folders with test files.
 */
export const project = (
  name: string,
  options: {
    readonly leavesThingsBehind?: boolean
    readonly servers?: readonly (keyof typeof SERVERS)[]
    readonly sources?: readonly string[]
  } = {},
): ReturnType<typeof defineConfig> =>
  defineConfig(({ mode }) => ({
    // Only the project's own condition: vitest hands these to node as --conditions,
    // and "import" there would make require() pick ESM files (breaks express 5).
    resolve: { conditions: ['@social/source'] },
    ssr: { resolve: { conditions: ['@social/source'] } },
    test: {
      name,
      environment: 'node',
      env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
      globalSetup: (options.servers ?? []).map((server) => SERVERS[server]),
      setupFiles: options.leavesThingsBehind ? [] : [LEAKS],
      // One worker for all files of a project: four times faster than a fresh one per file.
      // A test file must therefore put back whatever it changes (network, timers, env).
      isolate: false,
      maxWorkers: mode === 'nightly' ? '100%' : WORKERS,
      // A bound for what hangs, not a measure: these tests also run on busy machines.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      // What is waited for comes when the machine gets round to it; the default is one second.
      expect: { poll: { timeout: 120_000 } },
      include: (options.sources ?? ['src']).map(
        (folder) => `${folder}/${mode === 'nightly' ? NIGHTLY : '**/*.test.ts'}`,
      ),
      exclude: [...configDefaults.exclude, ...(mode === 'nightly' ? [] : [NIGHTLY])],
      benchmark: { include: ['src/**/*.bench.ts'] },
      unstubEnvs: true,
      restoreMocks: true,
    },
  }))
