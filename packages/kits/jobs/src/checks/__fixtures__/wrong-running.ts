import type { NewJob } from '../../binding.js'
import { InMemoryJobQueue } from '../../memory/memory-queue.js'
import { judging, reading, running, runningUntaken, wrong, type WrongQueue } from './wrong-queue.js'

const BACK = 'puts a job back as often as asked, with what each try left, and each time not before its moment'
const MANY = 'runs each of many jobs once, over two workers, never more at once than allowed'
const SHOWS =
  'shows what a try tells of itself to everybody, until the try ends; the next one begins with nothing'
const THREW = 'tries a job again whose run threw, and reports it'

export const WRONG_RUNNING: readonly WrongQueue[] = [
  wrong(
    'runs a job at its moment, not before',
    'forgets the moment',
    class extends InMemoryJobQueue {
      override add(job: NewJob): Promise<boolean> {
        return super.add({ ...job, dueAt: null })
      }
    },
  ),
  wrong(
    BACK,
    'puts a job back at once',
    judging((verdict) => (verdict.to === 'WAITING' ? { ...verdict, afterSeconds: 0 } : verdict)),
  ),
  wrong(
    BACK,
    'forgets what the last try left',
    judging((verdict) => ({ ...verdict, memo: {} })),
  ),
  wrong(
    'lets other jobs run while one waits to be tried again',
    'keeps the place of a job that was put back',
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
    'runs more at once than it may',
    running(
      (run, job, context) => run(job, context),
      (given) => ({ ...given, concurrency: given.concurrency * 3 }),
    ),
  ),
  {
    noticedBy: MANY,
    what: 'has workers elsewhere that take nothing before they run it',
    make: () => new InMemoryJobQueue(),
    another: runningUntaken,
  },
  wrong(
    SHOWS,
    'shows nothing of a try',
    running((run, job, { signal }) => run(job, { signal, tell: async () => undefined })),
  ),
  wrong(
    SHOWS,
    'shows something of a try that has told nothing',
    reading((found) => ({ ...found, progress: found.progress ?? { percent: 0 } })),
  ),
  wrong(
    THREW,
    'takes a run that threw for done',
    running((run, job, context) => run(job, context).catch(() => ({ to: 'DONE', memo: {} }))),
  ),
  wrong(
    THREW,
    'tells nobody of a run that threw',
    running(
      (run, job, context) => run(job, context),
      (given) => ({ ...given, report: () => undefined }),
    ),
  ),
]
