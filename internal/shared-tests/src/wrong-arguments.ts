const JOB = { id: 'p1', kind: 'TEST', payload: {}, dueAt: null, keepSeconds: 60 }
const run = () => Promise.resolve({ to: 'DONE', memo: {} })
const report = () => undefined

const circle: Record<string, unknown> = {}
circle['again'] = circle

/** Invalid arguments for the methods of a queue, each with a part of the expected error message. */
export const WRONG_ARGUMENTS: readonly (readonly [
  method: string,
  message: string,
  args: readonly unknown[],
])[] = [
  ['add', 'queue.add takes an object', [undefined]],
  ['add', 'queue.add: job.id must be text', [{ ...JOB, id: 1 }]],
  ['add', 'queue.add: job.kind must be text', [{ ...JOB, kind: null }]],
  ['add', 'queue.add: job.payload takes an object', [{ ...JOB, payload: 'text' }]],
  ['add', 'queue.add: job.payload.run holds a function', [{ ...JOB, payload: { run } }]],
  ['add', 'which JSON does not support', [{ ...JOB, payload: circle }]],
  ['add', 'queue.add: job.payload.views holds a bigint', [{ ...JOB, payload: { views: 10n } }]],
  ['add', 'queue.add: job.dueAt must be a Date', [{ ...JOB, dueAt: '2026-11-23' }]],
  ['add', 'queue.add: job.dueAt must be a Date', [{ ...JOB, dueAt: new Date(Number.NaN) }]],
  ['add', 'queue.add: job.keepSeconds must be', [{ ...JOB, keepSeconds: -1 }]],
  ['work', 'queue.work: run must be a function', [{}, { concurrency: 1, report }]],
  ['work', 'queue.work: options takes an object', [run]],
  ['work', 'queue.work: options.concurrency must be', [run, { concurrency: 0, report }]],
  ['work', 'queue.work: options.report must be', [run, { concurrency: 1 }]],
  ['resume', 'queue.resume: id must be text', [1, {}]],
  ['resume', 'queue.resume: memo takes an object', ['p1', null]],
  ['withdraw', 'queue.withdraw: id must be text', [undefined, {}]],
  ['withdraw', 'queue.withdraw: memo.run holds a function', ['p1', { run }]],
  ['read', 'queue.read: id must be text', [null]],
  ['list', 'queue.list: list must be one of WAITING', ['DONE', { offset: 0, limit: 1 }]],
  ['list', 'queue.list: window takes an object', ['WAITING']],
  ['list', 'queue.list: window.offset must be', ['WAITING', { offset: -1, limit: 1 }]],
  ['list', 'queue.list: window.limit must be', ['WAITING', { offset: 0, limit: '1' }]],
]
