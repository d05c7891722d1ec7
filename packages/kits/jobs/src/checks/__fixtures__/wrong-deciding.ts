import type { JobWorker, RunJob, StoredJob, WorkOptions } from '../../binding.js'
import { InMemoryJobQueue } from '../../memory/memory-queue.js'
import { judging, takingAgain, wrong, type WrongQueue } from './wrong-queue.js'

const HELD = 'holds a job until it is resumed, and runs it then with what the person left'
const WITHDRAWN = 'never runs a job again that was withdrawn, and does not take it a second time'
const RUNS = 'does not withdraw a job that runs'
const STOPS = 'waits for what runs when it is stopped, and takes nothing more'

export const WRONG_DECIDING: readonly WrongQueue[] = [
  wrong(HELD, 'takes a job again that is held', takingAgain('HELD')),
  wrong(
    HELD,
    'forgets what the person left',
    class extends InMemoryJobQueue {
      override resume(id: string): Promise<boolean> {
        return super.resume(id, {})
      }
    },
  ),
  wrong(
    HELD,
    'resumes what is done',
    class extends InMemoryJobQueue {
      override async resume(id: string, memo: StoredJob['memo']): Promise<boolean> {
        return (await super.resume(id, memo)) || (await super.read(id))?.state === 'DONE'
      }
    },
  ),
  wrong(
    'keeps a job that failed for good, and runs it again only when it is resumed',
    'runs a job again by itself that failed',
    judging((verdict) =>
      verdict.to === 'FAILED' ? { to: 'WAITING', afterSeconds: 0, memo: verdict.memo } : verdict,
    ),
  ),
  wrong(
    WITHDRAWN,
    'withdraws nothing',
    class extends InMemoryJobQueue {
      override async withdraw(): Promise<boolean> {
        return true
      }
    },
  ),
  wrong(WITHDRAWN, 'takes a job again that was withdrawn', takingAgain('CANCELLED')),
  wrong(
    WITHDRAWN,
    'resumes a job that was withdrawn',
    class extends InMemoryJobQueue {
      override async resume(id: string, memo: StoredJob['memo']): Promise<boolean> {
        return (await super.resume(id, memo)) || (await super.read(id))?.state === 'CANCELLED'
      }
    },
  ),
  wrong(
    RUNS,
    'withdraws a job that runs',
    class extends InMemoryJobQueue {
      override async withdraw(): Promise<boolean> {
        return true
      }
    },
  ),
  wrong(
    RUNS,
    'resumes a job that runs',
    class extends InMemoryJobQueue {
      override async resume(): Promise<boolean> {
        return true
      }
    },
  ),
  wrong(
    STOPS,
    'takes more although it was stopped',
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
    'calls off at once what runs when it is stopped',
    class extends InMemoryJobQueue {
      override async work(run: RunJob, options: WorkOptions): Promise<JobWorker> {
        const worker = await super.work(run, options)
        return { stop: () => worker.stop({ withinSeconds: 0 }) }
      }
    },
  ),
  wrong(
    'calls off what runs too long when it is stopped, and another worker finishes it',
    'forgets what a try left that was called off',
    judging((verdict) => (verdict.to === 'WAITING' ? { ...verdict, memo: {} } : verdict)),
  ),
]
