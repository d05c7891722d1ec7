import type { JobCounts, JobList, NewJob, StoredJob } from '../../binding.js'
import { InMemoryJobQueue } from '../../memory/memory-queue.js'
import { reading, takingAgain, wrong, type WrongQueue } from './wrong-queue.js'

const KEEPS = 'keeps a job as it was added, and says that it waits'
const ONCE = 'takes the same id once, while it waits, runs and is over; the first payload stays'
const LISTS = 'lists what waits in the order of the moments, and counts'

export const WRONG_STORING: readonly WrongQueue[] = [
  wrong(
    KEEPS,
    'loses a part of the payload',
    reading((found) => ({ ...found, payload: {} })),
  ),
  wrong(
    KEEPS,
    'begins with a memo',
    reading((found) => ({ ...found, memo: { tries: 0 } })),
  ),
  wrong(
    KEEPS,
    'finds a job by the beginning of an id',
    class extends InMemoryJobQueue {
      override async read(id: string): Promise<StoredJob | null> {
        return (await super.read(id)) ?? super.read(id.slice(0, -1))
      }
    },
  ),
  wrong(ONCE, 'takes a job again that waits', takingAgain('WAITING')),
  wrong(ONCE, 'takes a job again that runs', takingAgain('RUNNING')),
  wrong(ONCE, 'takes a job again that is over', takingAgain('DONE')),
  wrong(
    ONCE,
    'runs what was added a second time',
    class extends InMemoryJobQueue {
      override async add(job: NewJob): Promise<boolean> {
        const isNew = await super.add(job)
        if (!isNew) await super.add({ ...job, id: `${job.id}2` })
        return isNew
      }
    },
  ),
  wrong(
    'takes one of many that add the same job at once',
    'looks first and stores then',
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
    'lists the farthest moment first',
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
    'begins every page at the beginning',
    class extends InMemoryJobQueue {
      override list(list: JobList, { limit }: { readonly limit: number }): Promise<readonly StoredJob[]> {
        return super.list(list, { offset: 0, limit })
      }
    },
  ),
  wrong(
    LISTS,
    'counts what is over with what waits',
    class extends InMemoryJobQueue {
      override async count(): Promise<JobCounts> {
        return { ...(await super.count()), ENDED: 2 }
      }
    },
  ),
]
