import type { JobCounts, JobList, NewJob, StoredJob } from '../../binding.js'
import { InMemoryJobQueue } from '../../memory/memory-queue.js'
import { reading, takingAgain, wrong, type WrongQueue } from './wrong-queue.js'

const KEEPS = 'stores a job as it was added, in the state WAITING'
const ONCE = 'accepts an id once, while its job waits, runs and has ended; the first payload stays'
const LISTS = 'lists waiting jobs by due time, and counts the jobs of every list'

export const WRONG_STORING: readonly WrongQueue[] = [
  wrong(
    KEEPS,
    'loses a part of the payload',
    reading((found) => ({ ...found, payload: {} })),
  ),
  wrong(
    KEEPS,
    'starts with a memo that is not empty',
    reading((found) => ({ ...found, memo: { tries: 0 } })),
  ),
  wrong(
    KEEPS,
    'finds a job by a prefix of its id',
    class extends InMemoryJobQueue {
      override async read(id: string): Promise<StoredJob | null> {
        return (await super.read(id)) ?? super.read(id.slice(0, -1))
      }
    },
  ),
  wrong(ONCE, 'adds a waiting job again', takingAgain('WAITING')),
  wrong(ONCE, 'adds a running job again', takingAgain('RUNNING')),
  wrong(ONCE, 'adds an ended job again', takingAgain('DONE')),
  wrong(
    ONCE,
    'runs a job that was added twice a second time',
    class extends InMemoryJobQueue {
      override async add(job: NewJob): Promise<boolean> {
        const isNew = await super.add(job)
        if (!isNew) await super.add({ ...job, id: `${job.id}2` })
        return isNew
      }
    },
  ),
  wrong(
    'accepts one of many concurrent adds of the same job',
    'checks and stores in two steps',
    class extends InMemoryJobQueue {
      override async add(job: NewJob): Promise<boolean> {
        const known = await this.read(job.id)
        await super.add(job)
        return known === null
      }
    },
  ),
  wrong(
    LISTS,
    'lists the latest due time first',
    class extends InMemoryJobQueue {
      override async list(
        list: JobList,
        window: { readonly offset: number; readonly limit: number },
      ): Promise<readonly StoredJob[]> {
        return (await super.list(list, window)).toReversed()
      }
    },
  ),
  wrong(
    LISTS,
    'ignores the offset of a page',
    class extends InMemoryJobQueue {
      override list(list: JobList, { limit }: { readonly limit: number }): Promise<readonly StoredJob[]> {
        return super.list(list, { offset: 0, limit })
      }
    },
  ),
  wrong(
    LISTS,
    'counts ended jobs as waiting',
    class extends InMemoryJobQueue {
      override async count(): Promise<JobCounts> {
        return { ...(await super.count()), ENDED: 2 }
      }
    },
  ),
]
