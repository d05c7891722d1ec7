import type { Clock, PublishJournal, Reconciled } from '../../contract/index.js'
import { NetworkError } from '../../errors/index.js'
import type { Fate } from '../../http/attempts/visible-request.js'
import { Deadline } from '../../http/time/deadline.js'
import { type JsonObject, makePostResult, type PostResult } from '../../models/index.js'
import { postResultFromRecord, toRecord } from '../../models/records/records.js'
import { InMemoryPublishJournal } from '../in-memory-journal.js'
import type { PublishJob } from '../publish-job.js'
import { Publisher } from '../publisher.js'
import type { ReceiptBook } from '../receipt-book.js'

/** Journal key that all tests of the publisher use. */
export const KEY = { connectionId: 'sample:1', operation: 'post', idempotencyKey: 'launch' }

/** A publisher with its own journal, on a clock that the tests advance. */
export class PublishingWorld {
  now = new Date('2026-01-01T00:00:00Z')
  clock: Clock = {
    now: () => this.now,
    monotonic: () => this.now.getTime() / 1000,
    sleep: () => Promise.resolve(),
  }
  journal = new InMemoryPublishJournal({ clock: this.clock })
  readonly warnings: string[] = []
  publisher = new Publisher({
    journal: this.journal,
    clock: this.clock,
    warn: (message) => this.warnings.push(message),
  })

  /** Makes a publish job that runs the given function. */
  aJob(
    run: (book: ReceiptBook) => Promise<PostResult>,
    more: Partial<PublishJob<PostResult>> = {},
  ): PublishJob<PostResult> {
    return {
      key: KEY,
      platform: 'sample',
      fingerprint: 'f1',
      files: null,
      deadline: new Deadline({ clock: this.clock, seconds: Number.POSITIVE_INFINITY }),
      run,
      toRecord: (result): JsonObject => toRecord(result),
      postIdOf: ({ id }) => id,
      fromRecord: (record) => postResultFromRecord(record),
      fromFound: (found) => found as PostResult, // safe cast: the queries in these tests only find post results
      ...more,
    }
  }

  /**
   * Wraps the journal so that its calls are asynchronous, like those of a remote store. The test
   * decides how long `open` takes.
   */
  remote(open: InMemoryPublishJournal['open']): PublishJournal {
    const { journal } = this
    return {
      open,
      save: (...given) => journal.save(...given),
      finish: (...given) => journal.finish(...given),
      claimPost: (...given) => journal.claimPost(...given),
      release: (...given) => journal.release(...given),
      forgetBefore: (...given) => journal.forgetBefore(...given),
    }
  }
}

/** Makes the error of a request whose response was lost. */
export const lost = () => new NetworkError('The connection broke.')

/**
 * Makes a job function that sends the visible request. `send` simulates the network. `fate` is the
 * state of the attempt if `send` fails.
 */
export const finishThen =
  (send: () => Promise<PostResult>, fate: Fate = 'OPEN', repeatableUntil: Date | null = null) =>
  async (book: ReceiptBook) => {
    await book.begin({ data: { id: 'mine' }, repeatableUntil })
    try {
      const result = await send()
      await book.end('DONE')
      return result
    } catch (error) {
      await book.end(fate)
      throw error
    }
  }

/** Makes a job function that publishes successfully. */
export const posted = (id: string) => finishThen(async () => makePostResult({ id }))

/** Results of `reconcile`, the query for a post whose response was lost. */
export const found = async (): Promise<Reconciled> => ({
  state: 'FOUND',
  result: makePostResult({ id: '7' }),
})
export const notPublished = async (): Promise<Reconciled> => ({ state: 'NOT_PUBLISHED' })
export const noAnswer = (): Promise<Reconciled> => Promise.reject(new Error('no answer'))

/** Stores a preparation step, then loses the response to the visible request. */
export const prepareThenLose = async (book: ReceiptBook): Promise<PostResult> => {
  await book.checkpoint({ step: 'PREPARE', data: { media: ['m1'] } })
  return finishThen(() => Promise.reject(lost()))(book)
}

/** Returns the error with which a promise rejects, or null if it resolves. */
export const thrown = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )
