import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

import { configDefaults, defineConfig } from 'vitest/config'

/** Tests that take longer than half a minute. Only `npm run nightly` runs them. */
const NIGHTLY = '**/*.nightly.test.ts'

/** Fails a test file that leaves a socket, a timer or a listener behind. */
const LEAKS = fileURLToPath(new URL('./leaks.ts', import.meta.url))

/**
 * Three on two cores: most tests wait for servers and processes. In nightly runs, which measure slow tests, one for
 * each core.
 */
const WORKERS = Math.ceil(availableParallelism() * 1.5)

/** Compile cache of the processes that tests start. It halves the CPU time of their start. */
const COMPILE_CACHE = fileURLToPath(new URL('../../../node_modules/.cache/node-compile', import.meta.url))

/** Setup that starts a server for all test files of a project and provides its URL: `inject('postgresUrl')`. */
const SERVERS = {
  postgres: '@social-internal/servers/postgres-setup',
  redis: '@social-internal/servers/redis-setup',
}

/**
 * Vitest configuration of one package.
 *
 * @param options - `leavesThingsBehind`: for tests whose workers stop mid-task within this process. `servers`:
 *   required real servers. `sources`: folders with test files.
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
    // Only the project's own condition. Vitest passes these to node as --conditions, and "import" there would make
    // require() select ESM files (breaks express 5).
    resolve: { conditions: ['@social/source'] },
    ssr: { resolve: { conditions: ['@social/source'] } },
    test: {
      name,
      environment: 'node',
      env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
      globalSetup: (options.servers ?? []).map((server) => SERVERS[server]),
      setupFiles: options.leavesThingsBehind ? [] : [LEAKS],
      // One worker for all files of a project: four times faster than a new one per file. A test file must therefore
      // restore whatever it changes (network, timers, env).
      isolate: false,
      maxWorkers: mode === 'nightly' ? '100%' : WORKERS,
      // Stops hanging tests. It is not a performance limit: the tests also run on busy machines.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      // A busy machine may be slow. The default of vitest is one second.
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
