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

/** A post of a thread that is out. */
export const partSchema = v.object({ id: v.string(), url: v.nullable(v.string()) })

/** What the tries of a job leave behind. Whatever cannot be read counts as nothing. */
const memoSchema = v.object({
  tries: v.fallback(v.number(), 0),
  since: orNull(v.string()),
  problem: orNull(problemSchema),
  result: orNull(resultSchema),
  parts: v.fallback(v.array(partSchema), []),
})

/** Why a job waits, is held or has failed. */
export interface JobProblem {
  readonly todo: Todo
  /** The reason, for the operator: it may name parts of the configuration. */
  readonly message: string
  /** `code` of the library's error; null for any other. */
  readonly code: string | null
}

/** What became of the post of a job; of a thread its first post, with the state of its last. */
export type JobResult = v.InferOutput<typeof resultSchema>

/** What the tries of a job leave behind. */
export interface Memo {
  /** Tries in a row after which nobody said how long to wait. */
  readonly tries: number
  /** When the first try of that row failed, as ISO text; null while none has. */
  readonly since: string | null
  readonly problem: JobProblem | null
  readonly result: JobResult | null
  /** The posts of a thread that are out, in order; none for any other job. */
  readonly parts: readonly PartOut[]
}

/** Before the first try, and after a person has decided. */
export const FRESH: Memo = { tries: 0, since: null, problem: null, result: null, parts: [] }

export function readMemo(memo: JsonObject): Memo {
  // Most jobs succeed the first time.
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

/** What a page may show of a result; the network's reply stays out of the queue. */
export function resultOf({ id, url, state, notice }: PostResult): JobResult {
  return { id, url, state, notice }
}

/** The same of a thread: what leads to it, whether all of it is out, and what the network said about any of it. */
export function resultOfThread(parts: readonly PostResult[]): JobResult | null {
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined) return null
  const notice = parts.flatMap((part) => part.notice ?? []).join(' ')
  return { id: first.id, url: first.url, state: last.state, notice: notice === '' ? null : notice }
}

/** What is kept of a post of a thread. */
export function partOf({ id, url }: PartOut): { readonly id: string; readonly url: string | null } {
  return { id, url }
}

/** The part of an error that is kept: the message of a library error. Other errors may hold secrets: name and code only. */
export function problemOf(error: unknown, todo: Todo): JobProblem {
  return { todo, message: reasonOf(error), code: SocialBaseError.is(error) ? error.code : null }
}

/** Errors of one failure whose reasons are listed. Our choice. */
const MAX_REASONS = 5

/** Names of error classes, and codes of Node and of databases: `TypeError`, `ECONNREFUSED`, `28P01`. */
const KIND = /^(?:[A-Z][A-Za-z]{0,40}Error|Error|[A-Z][A-Z0-9_]{3,40}|[0-9A-Z]{5})$/

function reasonOf(error: unknown): string {
  if (SocialBaseError.is(error)) return error.message
  if (error instanceof AggregateError && error.errors.length > 0)
    return [...new Set(error.errors.slice(0, MAX_REASONS).map(reasonOf))].join(' ')
  const { name, code } = Object(error) as Readonly<Record<'name' | 'code', unknown>> // read as text only
  const kinds = [name, code].filter((kind) => typeof kind === 'string' && KIND.test(kind))
  return `An error outside of the library: ${kinds.join(' ') || typeof error}. The event of the job has the error itself.`
}
