import { setTimeout as sleep } from 'node:timers/promises'

import type { House } from './house.js'

/** Amount of work and number of disturbances in a run. */
export interface Extent {
  readonly posts: number
  readonly updates: number
  readonly workers: number
  /**
   * Number of disturbances. The kinds rotate: a worker is killed, connections are cut, the server
   * is restarted.
   */
  readonly disturbances: number
  /** Number of times that all workers find an expired token. */
  readonly storms: number
}

/** Numbers of failures in a run. */
export interface Outcome {
  readonly lost: number
  readonly doubled: number
  readonly held: number
  /** Number of renewals beyond one for each expired token. */
  readonly extraRenewals: number
  /** Number of returned tokens that were not the newest. */
  readonly outdatedTokens: number
}

/**
 * Numbers of jobs that are stored before the first disturbance (`BEFORE`) and after it (`AFTER`).
 * Two workers can run all of the first jobs at the same time.
 */
const BEFORE = { posts: 4, updates: 2 }
const AFTER = { posts: 8, updates: 4 }

/**
 * Causes one disturbance of each kind. First, a worker is killed after its posts are published and
 * before it gets a response. Then connections are cut and the server is killed while more work
 * arrives.
 */
export async function mistreatBriefly(house: House): Promise<Outcome> {
  const { posts, updates } = BEFORE
  for (let at = 0; at < 2; at += 1) await house.join()
  const unanswered = house.emulator.faults('mastodon').add({
    method: 'POST',
    path: '/api/v1/statuses',
    fault: 'hold',
    count: 'all',
  })
  for (let at = 0; at < posts; at += 1) await house.publish(`post ${at}`)
  for (let at = 0; at < updates; at += 1) await house.push(`update-${at}`)
  await unanswered.whenHeld(posts + updates)
  const [first] = house.alive
  if (first) await house.kill(first)
  unanswered.remove()
  const all = { posts: posts + AFTER.posts, updates: updates + AFTER.updates, storms: 1 }
  const storing = (async (): Promise<void> => {
    for (let at = posts; at < all.posts; at += 1) await house.publish(`post ${at}`)
    for (let at = updates; at < all.updates; at += 1) await house.push(`update-${at}`)
  })()
  house.cutLines()
  await house.restart()
  await house.join()
  await storing
  // The worker must not be processing a request when it is killed.
  await house.until(() => house.isIdle(), 'all stored jobs are done')
  return finish(house, all)
}

/**
 * Kills workers, cuts connections and restarts the server during jobs, updates and renewals.
 * Returns the numbers of failures.
 */
export async function mistreat(
  house: House,
  { posts, updates, workers, disturbances, storms }: Extent,
): Promise<Outcome> {
  for (let at = 0; at < workers; at += 1) await house.join()
  const expected = posts + updates
  const storing = (async (): Promise<void> => {
    for (let at = 0; at < Math.max(posts, updates); at += 1) {
      if (at < posts) await house.publish(`post ${at}`)
      if (at < updates) await house.push(`update-${at}`)
    }
  })()
  for (let disturbance = 0; disturbance < disturbances; disturbance += 1) {
    const goal = Math.floor(((disturbance + 1) * expected) / (disturbances + 2))
    await house.until(() => house.visible().all >= goal, `${goal} posts and replies are published`)
    const [first] = house.alive
    if (disturbance % 3 === 0 && first) await house.kill(first)
    if (disturbance % 3 === 1) house.cutLines()
    if (disturbance % 3 === 2) await house.restart()
    while (house.alive.length < workers) await house.join()
  }
  await storing
  return finish(house, { posts, updates, storms })
}

/**
 * Makes all workers find an expired token, waits until all work is complete, and counts the
 * failures.
 */
async function finish(
  house: House,
  { posts, updates, storms }: Pick<Extent, 'posts' | 'updates' | 'storms'>,
): Promise<Outcome> {
  const expected = posts + updates
  let outdatedTokens = 0
  // One worker is killed during the renewal. The others still find the expired token.
  await house.expireToken()
  const hold = house.emulator.faults('youtube').add({ method: 'POST', path: '/token', fault: 'hold' })
  const [renewer] = house.alive
  renewer?.renew()
  await hold.whenHeld(1)
  if (renewer) await house.kill(renewer)
  hold.remove()
  await house.join()
  const afterKill = await house.storm()
  outdatedTokens += afterKill.length - 1
  const before = house.renewals
  for (let storm = 0; storm < storms; storm += 1) {
    await house.expireToken()
    outdatedTokens += (await house.storm()).length - 1
  }
  const extraRenewals = house.renewals - before - storms
  await house.until(() => house.isIdle(), 'no job waits or runs')
  await sleep(500)
  const { all, once } = house.visible()
  const outcome = {
    lost: expected - once,
    doubled: all - once,
    held: await house.held(),
    extraRenewals,
    outdatedTokens,
  }
  const totals = { posts, updates, handled: house.handled, ...house.done, renewals: house.renewals }
  process.stdout.write(`${JSON.stringify({ ...totals, ...outcome })}\n`)
  return outcome
}

/** Expected result: nothing is lost or published twice, and no action of a person is required. */
export const NO_FAILURES: Outcome = { lost: 0, doubled: 0, held: 0, extraRenewals: 0, outdatedTokens: 0 }
