import { assertObject, assertString, toPlainJson, wrongArgument } from '@social/core/store'

import type { JobList, NewJob, WorkOptions } from '../binding.js'

const LISTS: readonly JobList[] = ['WAITING', 'RUNNING', 'HELD', 'ENDED']

function assertAmount(value: unknown, argument: string): void {
  if (typeof value !== 'number' || !(value >= 0 && value < Infinity))
    throw wrongArgument(argument, 'a number, 0 or more', value)
}

function assertRecord(value: unknown, argument: string): void {
  assertObject(value, argument, '{ tries: 1 }')
  toPlainJson(value, argument)
}

/**
 * @throws ConfigError for an invalid job id or memo. `method` is the method's name for the error
 * message.
 */
function assertDecision(id: unknown, memo: unknown, method: string): void {
  assertString(id, `${method}: id`)
  assertRecord(memo, `${method}: memo`)
}

/**
 * Validates the arguments of the methods of a queue and its workers. For authors of queues: call
 * the function with the method's name first in the asynchronous method, with the same arguments.
 * Each function throws a `ConfigError` that contains the method, the argument and the expected
 * value.
 *
 * @example
 * async read(id: string): Promise<StoredJob | null> {
 *   queueArguments.read(id)
 *   …
 * }
 */
export const queueArguments = {
  add(job: unknown): void {
    assertObject(job, 'queue.add', '{ id, kind, payload, dueAt, keepSeconds }')
    const { id, kind, payload, dueAt, keepSeconds } = job as Partial<NewJob> // safe cast: all fields are optional, and each field is checked below
    assertString(id, 'queue.add: job.id')
    assertString(kind, 'queue.add: job.kind')
    assertRecord(payload, 'queue.add: job.payload')
    if (dueAt !== null && (!(dueAt instanceof Date) || Number.isNaN(dueAt.getTime())))
      throw wrongArgument('queue.add: job.dueAt', 'a Date, or null for immediately', dueAt)
    assertAmount(keepSeconds, 'queue.add: job.keepSeconds')
  },

  work(run: unknown, options: unknown): void {
    if (typeof run !== 'function') throw wrongArgument('queue.work: run', 'a function that runs one job', run)
    assertObject(options, 'queue.work: options', '{ concurrency: 5, report() {} }')
    const { concurrency, report } = options as Partial<WorkOptions> // safe cast: all fields are optional, and each field is checked below
    if (!Number.isInteger(concurrency) || Number(concurrency) < 1)
      throw wrongArgument('queue.work: options.concurrency', 'a whole number above 0', concurrency)
    if (typeof report !== 'function') throw wrongArgument('queue.work: options.report', 'a function', report)
  },

  resume: (id: unknown, memo: unknown): void => assertDecision(id, memo, 'queue.resume'),

  withdraw: (id: unknown, memo: unknown): void => assertDecision(id, memo, 'queue.withdraw'),

  read: (id: unknown): void => assertString(id, 'queue.read: id'),

  list(list: unknown, window: unknown): void {
    if (!LISTS.some((name) => name === list))
      throw wrongArgument('queue.list: list', `one of ${LISTS.join(', ')}`, list)
    assertObject(window, 'queue.list: window', '{ offset: 0, limit: 50 }')
    const { offset, limit } = window as { readonly offset?: unknown; readonly limit?: unknown } // safe cast: both fields are unknown, and each field is checked below
    assertAmount(offset, 'queue.list: window.offset')
    assertAmount(limit, 'queue.list: window.limit')
  },

  stop(options: unknown): void {
    assertObject(options, 'worker.stop', '{ withinSeconds: 10 }')
    const { withinSeconds } = options as { readonly withinSeconds?: unknown } // safe cast: the field is unknown, and is checked below
    assertAmount(withinSeconds, 'worker.stop: withinSeconds')
  },
}
