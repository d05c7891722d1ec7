import { needObject, needString, toPlainJson, wrongArgument } from '@social/core/platform'

import type { JobList, NewJob, WorkOptions } from '../binding.js'

const LISTS: readonly JobList[] = ['WAITING', 'RUNNING', 'HELD', 'ENDED']

function needAmount(value: unknown, argument: string): void {
  if (typeof value !== 'number' || !(value >= 0 && value < Infinity))
    throw wrongArgument(argument, 'a number, 0 or more', value)
}

function needRecord(value: unknown, argument: string): void {
  needObject(value, argument, '{ tries: 1 }')
  toPlainJson(value, argument)
}

/** An id or a memo that is none is refused; `method` says whose. */
function needDecision(id: unknown, memo: unknown, method: string): void {
  needString(id, `${method}: id`)
  needRecord(memo, `${method}: memo`)
}

/**
 * Looks at the arguments of each method of a queue and of its workers, for whoever writes one: called first in an
 * asynchronous method, with what the method was given. Each raises a `ConfigError` that names the method, the argument and
 * what it has to be.
 *
 * @example
 * async read(id: string): Promise<StoredJob | null> {
 *   queueArguments.read(id)
 *   …
 * }
 */
export const queueArguments = {
  add(job: unknown): void {
    needObject(job, 'queue.add', '{ id, kind, payload, dueAt, keepSeconds }')
    const { id, kind, payload, dueAt, keepSeconds } = job as Partial<NewJob> // looked at by name only
    needString(id, 'queue.add: job.id')
    needString(kind, 'queue.add: job.kind')
    needRecord(payload, 'queue.add: job.payload')
    if (dueAt !== null && (!(dueAt instanceof Date) || Number.isNaN(dueAt.getTime())))
      throw wrongArgument('queue.add: job.dueAt', 'a Date, or null for at once', dueAt)
    needAmount(keepSeconds, 'queue.add: job.keepSeconds')
  },

  work(run: unknown, options: unknown): void {
    if (typeof run !== 'function') throw wrongArgument('queue.work: run', 'a function that runs one job', run)
    needObject(options, 'queue.work: options', '{ atOnce: 5, report() {} }')
    const { atOnce, report } = options as Partial<WorkOptions> // looked at by name only
    if (!Number.isInteger(atOnce) || Number(atOnce) < 1)
      throw wrongArgument('queue.work: options.atOnce', 'a whole number above 0', atOnce)
    if (typeof report !== 'function') throw wrongArgument('queue.work: options.report', 'a function', report)
  },

  resume: (id: unknown, memo: unknown): void => needDecision(id, memo, 'queue.resume'),

  withdraw: (id: unknown, memo: unknown): void => needDecision(id, memo, 'queue.withdraw'),

  read: (id: unknown): void => needString(id, 'queue.read: id'),

  list(list: unknown, window: unknown): void {
    if (!LISTS.some((name) => name === list))
      throw wrongArgument('queue.list: list', `one of ${LISTS.join(', ')}`, list)
    needObject(window, 'queue.list: window', '{ offset: 0, limit: 50 }')
    const { offset, limit } = window as { readonly offset?: unknown; readonly limit?: unknown } // looked at by name only
    needAmount(offset, 'queue.list: window.offset')
    needAmount(limit, 'queue.list: window.limit')
  },

  stop(options: unknown): void {
    needObject(options, 'worker.stop', '{ withinSeconds: 10 }')
    const { withinSeconds } = options as { readonly withinSeconds?: unknown } // looked at by name only
    needAmount(withinSeconds, 'worker.stop: withinSeconds')
  },
}
