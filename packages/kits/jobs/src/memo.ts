import { type PartOut, SocialBaseError, Todo, userMessageOf } from '@social/core'
import { type JsonObject, PostState, type PostResult } from '@social/core/store'
import * as v from 'valibot'

const orNull = <S extends v.GenericSchema>(schema: S) => v.fallback(v.nullable(schema), null)

const problemSchema = v.object({
  todo: v.picklist(Object.values(Todo)),
  message: v.string(),
  userMessage: v.fallback(v.string(), ''),
  code: v.nullable(v.string()),
})
const failureSchema = v.object({ ...problemSchema.entries, code: v.string() })
const resultSchema = v.object({
  id: v.string(),
  url: v.nullable(v.string()),
  state: v.picklist(Object.values(PostState)),
  notice: v.nullable(v.string()),
  failure: orNull(failureSchema),
  firstComment: orNull(v.object({ state: v.picklist(['DONE', 'PENDING']), id: v.nullable(v.string()) })),
})
const followingSchema = v.object({ since: v.string(), queries: v.number() })

/** Schema of a published post of a thread. */
export const partSchema = v.object({ id: v.string(), url: v.nullable(v.string()) })

/**
 * Schema of the memo: the state that an attempt stores in the queue for the next attempt.
 * Unreadable fields get their defaults.
 */
const memoSchema = v.object({
  tries: v.fallback(v.number(), 0),
  since: orNull(v.string()),
  problem: orNull(problemSchema),
  result: orNull(resultSchema),
  following: orNull(followingSchema),
  parts: v.fallback(v.array(partSchema), []),
})

/** Reason why a job waits, is held or has failed. */
export interface JobProblem {
  readonly todo: Todo
  /** Error message for the operator. May contain names from the configuration. */
  readonly message: string
  /** Message for people, in English. Empty for a problem that a release without such messages stored. */
  readonly userMessage: string
  /** Code of a library error, or the code of the post's failure. Null for other errors. */
  readonly code: string | null
}

/** Result of the post of a job. For a thread: the first post, with the state of the last post. */
export type JobResult = v.InferOutput<typeof resultSchema>

/** State that an attempt stores in the queue for the next attempt. */
export interface Memo {
  /** Number of consecutive failed attempts for which the network sent no wait time. */
  readonly tries: number
  /**
   * Time of the first of the consecutive failed attempts, in ISO format. Null without a failure.
   */
  readonly since: string | null
  readonly problem: JobProblem | null
  readonly result: JobResult | null
  /**
   * Queries for the state of an accepted post: start of the processing in ISO format, and number of
   * queries. Null before the network accepted the post.
   */
  readonly following: { readonly since: string; readonly queries: number } | null
  /** Published posts of a thread, in order. Empty for other jobs. */
  readonly parts: readonly PartOut[]
}

/** Memo before the first attempt, and after a person resumed the job. */
export const FRESH: Memo = { tries: 0, since: null, problem: null, result: null, following: null, parts: [] }

export function readMemo(memo: JsonObject): Memo {
  // Most jobs succeed on the first attempt, so the memo is usually empty and needs no validation.
  if (Object.keys(memo).length === 0) return FRESH
  const read = v.safeParse(memoSchema, { ...FRESH, ...memo })
  return read.success ? read.output : FRESH
}

export function writeMemo({ tries, since, problem, result, following, parts }: Memo): JsonObject {
  return {
    tries,
    since,
    problem: problem && { ...problem },
    result: result && {
      ...result,
      failure: result.failure && { ...result.failure },
      firstComment: result.firstComment && { ...result.firstComment },
    },
    ...(following !== null && { following }),
    ...(parts.length > 0 && { parts: parts.map(partOf) }),
  }
}

/**
 * Selects the fields of a result that the queue stores. The network's raw response is not stored.
 */
export function resultOf({ id, url, state, notice, failure, firstComment }: PostResult): JobResult {
  return { id, url, state, notice, failure, firstComment }
}

/**
 * Combines the results of a thread: id and link of the first post, state of the last post, and
 * notices of all posts.
 */
export function resultOfThread(parts: readonly PostResult[]): JobResult | null {
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined) return null
  const notice = parts.flatMap((part) => part.notice ?? []).join(' ')
  const { id, url } = first
  const { state, failure } = last
  return { id, url, state, notice: notice === '' ? null : notice, failure, firstComment: null }
}

/** Selects the fields of a thread's post that the queue stores. */
export function partOf({ id, url }: PartOut): { readonly id: string; readonly url: string | null } {
  return { id, url }
}

/**
 * Describes an error for display. Messages of library errors are kept. Of other errors only the
 * name and the code are kept, because their messages may contain secrets.
 */
export function problemOf(error: unknown, todo: Todo): JobProblem {
  const code = SocialBaseError.is(error) ? error.code : null
  return { todo, message: reasonOf(error), userMessage: userMessageOf(error), code }
}

/** Maximum number of listed errors for an AggregateError. Our choice. */
const MAX_REASONS = 5

/**
 * Matches names of error classes, and error codes of Node and of databases, such as `TypeError`,
 * `ECONNREFUSED` and `28P01`.
 */
const KIND = /^(?:[A-Z][A-Za-z]{0,40}Error|Error|[A-Z][A-Z0-9_]{3,40}|[0-9A-Z]{5})$/

function reasonOf(error: unknown): string {
  if (SocialBaseError.is(error)) return error.message
  if (error instanceof AggregateError && error.errors.length > 0)
    return [...new Set(error.errors.slice(0, MAX_REASONS).map(reasonOf))].join(' ')
  const { name, code } = Object(error) as Readonly<Record<'name' | 'code', unknown>> // safe cast: both fields are unknown, and each field is checked before its use
  const kinds = [name, code].filter((kind) => typeof kind === 'string' && KIND.test(kind))
  return `The failure is not a library error: ${kinds.join(' ') || typeof error}. Listen to the job events to get the error.`
}
