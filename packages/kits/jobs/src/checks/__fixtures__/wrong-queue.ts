import type { JobQueue, JobWorker, NewJob, RunJob, StoredJob, AttemptContext, Verdict, WorkOptions } from '../../binding.js'
import { InMemoryJobQueue } from '../../memory/memory-queue.js'

/** A queue with one deliberate defect, and the name of the check that must detect the defect. */
export interface WrongQueue {
  readonly what: string
  readonly noticedBy: string
  readonly make: () => InMemoryJobQueue
  /** Opens a second handle to the queue, as another process does. Default: the same handle. */
  readonly another?: (queue: JobQueue) => JobQueue
}

export const wrong = (noticedBy: string, what: string, make: new () => InMemoryJobQueue): WrongQueue => ({
  what,
  noticedBy,
  make: () => new make(),
})

/**
 * Returns a handle to the queue with a deliberate defect: its workers run waiting jobs without
 * taking a lease.
 */
export function runningUntaken(queue: JobQueue): JobQueue {
  const work = async (run: RunJob): Promise<JobWorker> => {
    const context = { signal: new AbortController().signal, reportProgress: async () => undefined }
    for (const job of await queue.list('WAITING', { offset: 0, limit: 100 })) void run(job, context)
    return { stop: async () => undefined }
  }
  return new Proxy(queue, {
    get: (target, name) => {
      if (name === 'work') return work
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

/** Returns a queue class with a defect in how workers run a job. */
export const running = (
  change: (run: RunJob, job: StoredJob, context: AttemptContext) => Promise<Verdict>,
  options: (given: WorkOptions) => WorkOptions = (given) => given,
): (new () => InMemoryJobQueue) =>
  class extends InMemoryJobQueue {
    override work(run: RunJob, given: WorkOptions): Promise<JobWorker> {
      return super.work((job, context) => change(run, job, context), options(given))
    }
  }

/** Returns a queue class that replaces the next state which an attempt returned. */
export const judging = (change: (verdict: Verdict) => Verdict): (new () => InMemoryJobQueue) =>
  running(async (run, job, context) => change(await run(job, context)))

/** Returns a queue class that changes the result of `read`. */
export const reading = (change: (found: StoredJob) => StoredJob): (new () => InMemoryJobQueue) =>
  class extends InMemoryJobQueue {
    override async read(id: string): Promise<StoredJob | null> {
      const found = await super.read(id)
      return found && change(found)
    }
  }

/**
 * Returns a queue class that accepts a second job with the same id if the first job is in the
 * given state.
 */
export const takingAgain = (state: StoredJob['state']): (new () => InMemoryJobQueue) =>
  class extends InMemoryJobQueue {
    override async add(job: NewJob): Promise<boolean> {
      return (await super.read(job.id))?.state === state || super.add(job)
    }
  }
