export {
  type JobCounts,
  type JobList,
  type JobQueue,
  type JobState,
  type JobWorker,
  type NewJob,
  RETRY_SECONDS,
  type RunJob,
  type StoredJob,
  type AttemptContext,
  type Verdict,
  type WorkerReport,
  type WorkOptions,
} from './binding.js'
export { endsWithin } from './ends-within.js'
export { queueArguments } from './memory/queue-arguments.js'
export { InMemoryJobQueue } from './memory/memory-queue.js'
export { type JobQueueCheck, JobQueueChecks, type JobQueueHooks } from './checks/queue-checks.js'
