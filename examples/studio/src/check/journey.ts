import { strict as assert } from 'node:assert'

import type { StudioInfo } from '../shared/api.js'
import { blueskyJourney } from './bluesky-journey.js'
import { facebookAfterwards, facebookJourney } from './facebook-journey.js'
import { googleBusinessJourney } from './google-business-journey.js'
import { instagramJourney } from './instagram-journey.js'
import { mastodonAfterwards, mastodonJourney } from './mastodon-journey.js'
import { pinterestJourney } from './pinterest-journey.js'
import { threadsJourney } from './threads-journey.js'
import type { ThrowawayStudio } from './throwaway-studio.js'
import { tiktokBusinessJourney } from './tiktok-business-journey.js'
import { tiktokAfterwards, tiktokJourney } from './tiktok-journey.js'
import { Visitor } from './visitor.js'
import { xJourney } from './x-journey.js'
import { youtubeJourney } from './youtube-journey.js'

/** Selects the part of the studio's state that must be the same after a restart. */
function kept({ accounts, posts, updates }: StudioInfo): unknown {
  return { accounts, posts, updates }
}

/**
 * Runs the whole journey and yields the name of each step before the step runs. Throws if a step
 * fails.
 */
export async function* journey(studio: ThrowawayStudio): AsyncGenerator<string> {
  let visitor = new Visitor(studio.url)
  const stop = new AbortController()
  await visitor.listen(stop.signal)

  yield 'open the page'
  const page = await visitor.browser.open(studio.url)
  assert.match(page.text, /<div id="studio">/)

  const mastodon = yield* mastodonJourney(visitor, studio.emulatorHost)
  const bluesky = yield* blueskyJourney(visitor)
  yield* youtubeJourney(visitor)
  const tiktok = yield* tiktokJourney(visitor)
  yield* pinterestJourney(visitor)
  yield* xJourney(visitor)
  const facebook = yield* facebookJourney(visitor)
  yield* instagramJourney(visitor)
  yield* threadsJourney(visitor)
  yield* tiktokBusinessJourney(visitor)
  yield* googleBusinessJourney(visitor)

  yield 'restart, and find the same state'
  const before = kept(await visitor.studio())
  stop.abort()
  await studio.restart()
  visitor = new Visitor(studio.url)
  assert.deepEqual(kept(await visitor.studio()), before)

  yield* mastodonAfterwards(visitor, mastodon)

  yield 'Bluesky: continue without a new sign-in'
  const { status } = await visitor.publish({ accountId: bluesky, text: 'Still here' })
  assert.equal(status, 'DONE')

  yield* tiktokAfterwards(visitor, tiktok)
  yield* facebookAfterwards(visitor, facebook)
}
