import { DECIDING, STOPPING } from './deciding-checks.js'
import { type JobQueueCheck, type JobQueueHooks, QueueBench } from './queue-check.js'
import { RUNNING } from './running-checks.js'
import { STORING } from './storing-checks.js'

export type { JobQueueCheck, JobQueueHooks } from './queue-check.js'

/**
 * Checks for an implementation of `JobQueue`. Some checks wait in real time.
 *
 * @example
 * for (const check of new JobQueueChecks({ make: () => new InMemoryJobQueue() })) it(check.name, check.run)
 */
export class JobQueueChecks implements Iterable<JobQueueCheck> {
  readonly #hooks: JobQueueHooks

  constructor(hooks: JobQueueHooks) {
    this.#hooks = hooks
  }

  *[Symbol.iterator](): Iterator<JobQueueCheck> {
    for (const [name, run] of [...STORING, ...RUNNING, ...DECIDING, ...STOPPING])
      yield {
        name,
        run: async () => {
          const bench = new QueueBench(await this.#hooks.make(), this.#hooks)
          try {
            await run(bench)
          } finally {
            await bench.close()
          }
        },
      }
  }
}
