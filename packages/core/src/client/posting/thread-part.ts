import { type PartOut, withPartsOut } from '../../errors/base.js'
import type { Deadline } from '../../http/time/deadline.js'
import type { Post } from '../../models/index.js'
import { supporting } from '../account/abilities.js'
import type { AccountRunner } from '../account/account-runner.js'

/** Position in a thread, and the parts that are already published. */
export interface ThreadSpot {
  /** Index of the part, from 0. */
  readonly index: number
  readonly count: number
  readonly out: readonly PartOut[]
}

/** Runs a step for one part. Adds the number of the part and the parts already published to its errors. */
export async function atPart<T>(spot: ThreadSpot, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    throw withThreadSpot(error, spot)
  }
}

/** Adds the number of the part and the parts already published to the error. */
export function withThreadSpot(error: unknown, { index, count, out }: ThreadSpot): unknown {
  const parts = out.map(({ id, url }) => ({ id, url }))
  return withPartsOut(error, parts, sentenceOf(index, count, parts.at(-1)?.id ?? null))
}

/** Arguments of the checks of a thread. */
export interface ThreadCheck {
  readonly operation: 'postThread' | 'checkThread'
  readonly deadline: Deadline
  readonly posts: readonly Post[]
  /** Index of the first part to check. An earlier attempt has checked the parts before it. */
  readonly first: number
  readonly out: readonly PartOut[]
}

/** Checks every part with the network's own rules. The checks can read from the network. */
export async function checkParts(runner: AccountRunner, check: ThreadCheck): Promise<void> {
  const { operation, deadline, posts, first, out } = check
  const platform = supporting(runner.platform, 'checkThreadPart')
  const canHostMedia = runner.client.mediaHost !== null
  const call = await deadline.race(runner.call(operation, deadline))
  for (const [index, post] of posts.entries()) {
    if (index < first) continue
    // safe cast: this platform's own schema has read the options of the posts
    const part = { index, posts: posts as readonly Post<never>[], canHostMedia }
    const checked = atPart({ index, count: posts.length, out }, () =>
      platform.checkThreadPart(post as Post<never>, part, call),
    )
    await deadline.race(checked)
  }
}

function sentenceOf(index: number, count: number, newest: string | null): string {
  const place = `This was part ${index + 1} of ${count} of the thread`
  if (newest === null) return `${place}; no part is published.`
  const out = index === 1 ? 'part 1 is published' : `parts 1 to ${index} are published`
  return `${place}; ${out}. A call with the same key resumes there. To change the other parts, post them under a new key with replyTo: ${JSON.stringify(newest)}.`
}
