import { type PartOut, withPartsOut } from '../../errors/base.js'
import type { Deadline } from '../../http/time/deadline.js'
import type { Post } from '../../models/index.js'
import { supporting } from '../account/abilities.js'
import type { AccountRunner } from '../account/account-runner.js'

/** Where in a thread something happens, and what of it is out by then. */
export interface ThreadSpot {
  /** Which part, from 0. */
  readonly index: number
  readonly count: number
  readonly out: readonly PartOut[]
}

/** Runs a step of one part; its error tells which part that is, and what is out. */
export async function atPart<T>(spot: ThreadSpot, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    throw withThreadSpot(error, spot)
  }
}

/** The error with the part it is about, and what is out. */
export function withThreadSpot(error: unknown, { index, count, out }: ThreadSpot): unknown {
  const parts = out.map(({ id, url }) => ({ id, url }))
  return withPartsOut(error, parts, sentenceOf(index, count, parts.at(-1)?.id ?? null))
}

/** What of a thread is checked. */
export interface ThreadCheck {
  readonly operation: 'postThread' | 'checkThread'
  readonly deadline: Deadline
  readonly posts: readonly Post[]
  /** Parts before this one were checked by an earlier try. */
  readonly first: number
  readonly out: readonly PartOut[]
}

/** Refuses every part that the network would refuse, by its own rules. It may read. */
export async function checkParts(runner: AccountRunner, check: ThreadCheck): Promise<void> {
  const { operation, deadline, posts, first, out } = check
  const platform = supporting(runner.platform, 'checkThreadPart')
  const canHostMedia = runner.client.mediaHost !== null
  const call = await deadline.race(runner.call(operation, deadline))
  for (const [index, post] of posts.entries()) {
    if (index < first) continue
    // Their options were read by this platform's own schema.
    const part = { index, posts: posts as readonly Post<never>[], canHostMedia }
    const checked = atPart({ index, count: posts.length, out }, () =>
      platform.checkThreadPart(post as Post<never>, part, call),
    )
    await deadline.race(checked)
  }
}

function sentenceOf(index: number, count: number, newest: string | null): string {
  const place = `This was part ${index + 1} of ${count} of the thread`
  if (newest === null) return `${place}; none is out.`
  const out = index === 1 ? 'part 1 is out' : `parts 1 to ${index} are out`
  return `${place}; ${out}. The same key goes on from there. To change the rest, post it under a new key with replyTo: ${JSON.stringify(newest)}.`
}
