import type { NewJob } from '../../binding.js'
import { InMemoryJobQueue } from '../../memory/memory-queue.js'
import { judging, reading, running, runningUntaken, wrong, type WrongQueue } from './wrong-queue.js'

const BACK = 'puts a job back any number of times, with the memo of each attempt, never before its due time'
const MANY = 'runs each of many jobs once on two workers, within the concurrency limit'
const SHOWS =
  'shows the progress of an attempt until it ends; the next attempt starts without progress'
const THREW = 'retries a job whose run threw, and reports the error'

export const WRONG_RUNNING: readonly WrongQueue[] = [
  wrong(
    'runs a job at its due time, not before',
    'ignores the due time',
    class extends InMemoryJobQueue {
      override add(job: NewJob): Promise<boolean> {
        return super.add({ ...job, dueAt: null })
      }
    },
  ),
  wrong(
    BACK,
    'retries a job immediately',
    judging((verdict) => (verdict.to === 'WAITING' ? { ...verdict, afterSeconds: 0 } : verdict)),
  ),
  wrong(
    BACK,
    'loses the memo of the last attempt',
    judging((verdict) => ({ ...verdict, memo: {} })),
  ),
  wrong(
    'runs other jobs while one waits for its retry',
    'blocks a worker while a job waits for its retry',
    running(async (run, job, context) => {
      const verdict = await run(job, context)
      if (verdict.to === 'WAITING')
        await new Promise((resolve) => {
          context.signal.addEventListener('abort', resolve, { once: true })
        })
      return verdict
    }),
  ),
  wrong(
    MANY,
    'runs each job twice',
    running(async (run, job, context) => {
      await run(job, context)
      return run(job, context)
    }),
  ),
  wrong(
    MANY,
    'exceeds the concurrency limit',
    running(
      (run, job, context) => run(job, context),
      (given) => ({ ...given, concurrency: given.concurrency * 3 }),
    ),
  ),
  {
    noticedBy: MANY,
    what: 'has other workers that run jobs without claiming them',
    make: () => new InMemoryJobQueue(),
    another: runningUntaken,
  },
  wrong(
    SHOWS,
    'shows no progress of an attempt',
    running((run, job, { signal }) => run(job, { signal, reportProgress: async () => undefined })),
  ),
  wrong(
    SHOWS,
    'shows progress of an attempt that reported none',
    reading((found) => ({ ...found, progress: found.progress ?? { percent: 0 } })),
  ),
  wrong(
    THREW,
    'treats a run that threw as done',
    running((run, job, context) => run(job, context).catch(() => ({ to: 'DONE', memo: {} }))),
  ),
  wrong(
    THREW,
    'does not report a run that threw',
    running(
      (run, job, context) => run(job, context),
      (given) => ({ ...given, report: () => undefined }),
    ),
  ),
]
