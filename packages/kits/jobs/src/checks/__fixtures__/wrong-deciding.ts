import type { JobWorker, RunJob, StoredJob, WorkOptions } from '../../binding.js'
import { InMemoryJobQueue } from '../../memory/memory-queue.js'
import { judging, takingAgain, wrong, type WrongQueue } from './wrong-queue.js'

const HELD = 'holds a job until it is resumed, then runs it with the memo of the resume'
const WITHDRAWN = 'never runs a withdrawn job, and refuses to add it again'
const RUNS = 'does not withdraw a running job'
const STOPS = 'waits for running jobs when it is stopped, and takes no more jobs'

export const WRONG_DECIDING: readonly WrongQueue[] = [
  wrong(HELD, 'adds a held job again', takingAgain('HELD')),
  wrong(
    HELD,
    'loses the memo of the resume',
    class extends InMemoryJobQueue {
      override resume(id: string): Promise<boolean> {
        return super.resume(id, {})
      }
    },
  ),
  wrong(
    HELD,
    'resumes a finished job',
    class extends InMemoryJobQueue {
      override async resume(id: string, memo: StoredJob['memo']): Promise<boolean> {
        return (await super.resume(id, memo)) || (await super.read(id))?.state === 'DONE'
      }
    },
  ),
  wrong(
    'keeps a failed job, and runs it again only after it is resumed',
    'reruns a failed job automatically',
    judging((verdict) =>
      verdict.to === 'FAILED' ? { to: 'WAITING', afterSeconds: 0, memo: verdict.memo } : verdict,
    ),
  ),
  wrong(
    WITHDRAWN,
    'ignores withdraw',
    class extends InMemoryJobQueue {
      override async withdraw(): Promise<boolean> {
        return true
      }
    },
  ),
  wrong(WITHDRAWN, 'adds a withdrawn job again', takingAgain('CANCELLED')),
  wrong(
    WITHDRAWN,
    'resumes a withdrawn job',
    class extends InMemoryJobQueue {
      override async resume(id: string, memo: StoredJob['memo']): Promise<boolean> {
        return (await super.resume(id, memo)) || (await super.read(id))?.state === 'CANCELLED'
      }
    },
  ),
  wrong(
    RUNS,
    'withdraws a running job',
    class extends InMemoryJobQueue {
      override async withdraw(): Promise<boolean> {
        return true
      }
    },
  ),
  wrong(
    RUNS,
    'resumes a running job',
    class extends InMemoryJobQueue {
      override async resume(): Promise<boolean> {
        return true
      }
    },
  ),
  wrong(
    STOPS,
    'takes more jobs after it was stopped',
    class extends InMemoryJobQueue {
      override async work(run: RunJob, options: WorkOptions): Promise<JobWorker> {
        const worker = await super.work(run, options)
        let stops = 0
        return {
          stop: async (given) => {
            stops += 1
            if (stops > 1) return worker.stop(given)
            while ((await this.count()).ENDED < 2) await new Promise((resolve) => setTimeout(resolve, 5))
          },
        }
      }
    },
  ),
  wrong(
    STOPS,
    'aborts running jobs immediately when it is stopped',
    class extends InMemoryJobQueue {
      override async work(run: RunJob, options: WorkOptions): Promise<JobWorker> {
        const worker = await super.work(run, options)
        return { stop: () => worker.stop({ withinSeconds: 0 }) }
      }
    },
  ),
  wrong(
    'aborts a job that runs too long when it is stopped, and another worker finishes it',
    'loses the memo of an aborted attempt',
    judging((verdict) => (verdict.to === 'WAITING' ? { ...verdict, memo: {} } : verdict)),
  ),
]
