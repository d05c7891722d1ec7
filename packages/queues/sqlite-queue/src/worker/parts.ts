import type { RunJob, WorkOptions } from '@social/jobs/queue'

import type { FileCalls } from '../file-calls.js'
import type { Settings } from '../options.js'

/** Parameters of a worker. */
export interface SqliteWorkerParts {
  readonly path: string
  readonly settings: Settings
  /** Calls whose writes survive a power failure. */
  readonly durable: FileCalls
  /** Calls whose last writes may be lost in a power failure. Their jobs are then run again. */
  readonly quick: FileCalls
  readonly reads: FileCalls
  readonly run: RunJob
  readonly options: WorkOptions
}
