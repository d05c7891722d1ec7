import { type PartOut, SocialBaseError, type Todo } from '@social/core'
import { type JsonObject, PostState, type PostResult } from '@social/core/store'
import * as v from 'valibot'

const todos = [
  'RETRY',
  'SIGN_IN_AGAIN',
  'CHANGE_POST',
  'LOOK_AT_ACCOUNT',
  'GIVE_UP',
] as const satisfies Todo[]
const orNull = <S extends v.GenericSchema>(schema: S) => v.fallback(v.nullable(schema), null)

const problemSchema = v.object({ todo: v.picklist(todos), message: v.string(), code: v.nullable(v.string()) })
const resultSchema = v.object({
  id: v.string(),
  url: v.nullable(v.string()),
  state: v.picklist(Object.values(PostState)),
  notice: v.nullable(v.string()),
})

/** A published post of a thread. */
export const partSchema = v.object({ id: v.string(), url: v.nullable(v.string()) })

/** State that attempts of a job leave in the queue. Unreadable fields are ignored. */
const memoSchema = v.object({
  tries: v.fallback(v.number(), 0),
  since: orNull(v.string()),
  problem: orNull(problemSchema),
  result: orNull(resultSchema),
  parts: v.fallback(v.array(partSchema), []),
})

/** Reason why a job waits, is held or has failed. */
export interface JobProblem {
  readonly todo: Todo
  /** Reason, for the operator. It may name parts of the configuration. */
  readonly message: string
  /** `code` of a library error; null for any other error. */
  readonly code: string | null
}

/** Result of the post of a job. For a thread: its first post, with the state of its last post. */
export type JobResult = v.InferOutput<typeof resultSchema>

/** State that attempts of a job leave in the queue. */
export interface Memo {
  /** Number of consecutive attempts that failed without a wait time from the network. */
  readonly tries: number
  /** Time of the first of the consecutive failures, as ISO text; null without a failure. */
  readonly since: string | null
  readonly problem: JobProblem | null
  readonly result: JobResult | null
  /** Published posts of a thread, in order. Empty for any other job. */
  readonly parts: readonly PartOut[]
}

/** Memo before the first attempt, and after a person has resumed the job. */
export const FRESH: Memo = { tries: 0, since: null, problem: null, result: null, parts: [] }

export function readMemo(memo: JsonObject): Memo {
  // Fast path: most jobs succeed on the first attempt.
  if (Object.keys(memo).length === 0) return FRESH
  const read = v.safeParse(memoSchema, { ...FRESH, ...memo })
  return read.success ? read.output : FRESH
}

export function writeMemo({ tries, since, problem, result, parts }: Memo): JsonObject {
  return {
    tries,
    since,
    problem: problem && { ...problem },
    result: result && { ...result },
    ...(parts.length > 0 && { parts: parts.map(partOf) }),
  }
}

/** Selects the public fields of a result. The network's raw response is not stored in the queue. */
export function resultOf({ id, url, state, notice }: PostResult): JobResult {
  return { id, url, state, notice }
}

/** Result of a thread: link of the first post, state of the last post, notices of all posts. */
export function resultOfThread(parts: readonly PostResult[]): JobResult | null {
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined) return null
  const notice = parts.flatMap((part) => part.notice ?? []).join(' ')
  return { id: first.id, url: first.url, state: last.state, notice: notice === '' ? null : notice }
}

/** Selects the stored fields of a thread's post. */
export function partOf({ id, url }: PartOut): { readonly id: string; readonly url: string | null } {
  return { id, url }
}

/**
 * Problem of an error for display. The message of library errors is kept. Other errors may contain secrets: only name
 * and code are kept.
 */
export function problemOf(error: unknown, todo: Todo): JobProblem {
  return { todo, message: reasonOf(error), code: SocialBaseError.is(error) ? error.code : null }
}

/** Maximum number of reasons listed for an AggregateError. Our choice. */
const MAX_REASONS = 5

/** Names of error classes, and error codes of Node and of databases: `TypeError`, `ECONNREFUSED`, `28P01`. */
const KIND = /^(?:[A-Z][A-Za-z]{0,40}Error|Error|[A-Z][A-Z0-9_]{3,40}|[0-9A-Z]{5})$/

function reasonOf(error: unknown): string {
  if (SocialBaseError.is(error)) return error.message
  if (error instanceof AggregateError && error.errors.length > 0)
    return [...new Set(error.errors.slice(0, MAX_REASONS).map(reasonOf))].join(' ')
  const { name, code } = Object(error) as Readonly<Record<'name' | 'code', unknown>> // each value is checked below
  const kinds = [name, code].filter((kind) => typeof kind === 'string' && KIND.test(kind))
  return `The failure is not a library error: ${kinds.join(' ') || typeof error}. Listen to the job events to get the error.`
}
