import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

import { configDefaults, defineConfig } from 'vitest/config'

/**
 * Pattern of the test files that take longer than half a minute. Only `npm run nightly` runs these
 * files.
 */
const NIGHTLY = '**/*.nightly.test.ts'

/** Setup file that fails a test file if a socket, a timer or a listener stays open. */
const LEAKS = fileURLToPath(new URL('./leaks.ts', import.meta.url))

/**
 * Number of parallel workers: three on two cores, because most tests wait for servers and
 * processes. Nightly runs use one worker per core, because they measure time.
 */
const WORKERS = Math.ceil(availableParallelism() * 1.5)

/**
 * Folder of the compile cache for processes that tests start. The cache halves the CPU time of
 * their start.
 */
const COMPILE_CACHE = fileURLToPath(new URL('../../../node_modules/.cache/node-compile', import.meta.url))

/**
 * Setup files that start a server for all test files of a project. Tests get its URL with
 * `inject('postgresUrl')`.
 */
const SERVERS = {
  postgres: '@social-internal/servers/postgres-setup',
  redis: '@social-internal/servers/redis-setup',
}

/**
 * Creates the Vitest configuration of one package.
 *
 * @param options - `leavesThingsBehind`: true for tests that stop a worker in the middle of a
 * task, which leaves resources open. `servers`: real servers that the tests require. `sources`:
 * folders with test files.
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
    // Contains only the project's own condition, because Vitest passes the conditions to Node. With
    // "import", require() would select ESM files, which breaks express 5.
    resolve: { conditions: ['@social/source'] },
    ssr: { resolve: { conditions: ['@social/source'] } },
    test: {
      name,
      environment: 'node',
      // Nightly runs test all cases of large tables: see sample.ts.
      env: { NODE_COMPILE_CACHE: COMPILE_CACHE, SOCIAL_ALL_CASES: mode === 'nightly' ? '1' : '' },
      globalSetup: (options.servers ?? []).map((server) => SERVERS[server]),
      setupFiles: options.leavesThingsBehind ? [] : [LEAKS],
      // Runs all test files of a project in one worker, four times faster than one worker per file.
      // A test file must therefore restore everything that it changes, such as timers and
      // environment variables.
      isolate: false,
      maxWorkers: mode === 'nightly' ? '100%' : WORKERS,
      // Stops tests that hang. The value is not a performance limit, because the tests also run on
      // busy machines.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      // Vitest's default of one second is too short for a busy machine.
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
