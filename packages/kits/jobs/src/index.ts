export type {
  JobCounts,
  JobList,
  JobQueue,
  JobState,
  JobWorker,
  StoredJob,
  Verdict,
  WorkerReport,
} from './binding.js'
export type { JobEvents, JobListener } from './events.js'
export type { HeldFilter } from './deciding/held-filter.js'
export type { AddedJob, PublishRequest, PublishThreadRequest } from './publish-intake.js'
export type { JobInfo } from './job-info.js'
export type { JobProgress } from './job-progress.js'
export type { JobProblem, JobResult } from './memo.js'
export { InMemoryJobQueue } from './memory/memory-queue.js'
export type { JobsClient, SocialJobsOptions, SweepOptions } from './options.js'
export { type JobWindow, SocialJobs } from './social-jobs.js'
