import { type Todo, whatNext } from '@social/core'
import { type JsonObject, PostState, type PostResult } from '@social/core/platform'
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

/** What the tries of a job leave behind. Whatever cannot be read counts as nothing. */
const memoSchema = v.object({
  tries: v.fallback(v.number(), 0),
  since: orNull(v.string()),
  problem: orNull(problemSchema),
  result: orNull(resultSchema),
})

/** Why a job waits, is held or has failed. */
export interface JobProblem {
  readonly todo: Todo
  /** A sentence for people. */
  readonly message: string
  /** `code` of the library's error; null for any other. */
  readonly code: string | null
}

/** What became of the post of a job. */
export type JobResult = v.InferOutput<typeof resultSchema>

/** What the tries of a job leave behind. */
export interface Memo {
  /** Tries in a row after which nobody said how long to wait. */
  readonly tries: number
  /** When the first try of that row failed, as ISO text; null while none has. */
  readonly since: string | null
  readonly problem: JobProblem | null
  readonly result: JobResult | null
}

/** Before the first try, and after a person has decided. */
export const FRESH: Memo = { tries: 0, since: null, problem: null, result: null }

export function readMemo(memo: JsonObject): Memo {
  // Most jobs succeed the first time.
  if (Object.keys(memo).length === 0) return FRESH
  const read = v.safeParse(memoSchema, { ...FRESH, ...memo })
  return read.success ? read.output : FRESH
}

export function writeMemo({ tries, since, problem, result }: Memo): JsonObject {
  return {
    tries,
    since,
    problem: problem && { ...problem },
    result: result && { ...result },
  }
}

/** What a page may show of a result; the network's reply stays out of the queue. */
export function resultOf({ id, url, state, notice }: PostResult): JobResult {
  return { id, url, state, notice }
}

/** What is kept of an error: its words, where they are the library's own; never those of a foreign one. */
export function problemOf(error: unknown, todo: Todo): JobProblem {
  const code: unknown = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  const { message } = whatNext(error)
  return { todo, message, code: typeof code === 'string' ? code : null }
}
