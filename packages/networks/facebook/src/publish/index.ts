import {
  type CanDeletePosts,
  type CanReconcile,
  type PostResult,
  type PublishCall,
  readOptions,
} from '@social/core/platform'
import { deleteObject } from '@social/meta-kit'

import { postOptions, type ReadOptions, type Settings } from '../options.js'
import { checkFacebookPost, type FacebookPost } from './check.js'
import { editing } from './edit.js'
import { publishToFeed } from './feed.js'
import { findLost } from './reconcile.js'
import { scheduling } from './scheduled.js'
import { publishStory } from './story.js'
import { publishReel, publishVideo } from './video.js'

export { NOTHING_PREPARED, sentData } from './receipt.js'

/** Publishes posts: validates the post first, then uploads the files invisibly, then sends one visible request. */
export function publishing(settings: Settings) {
  async function publish(given: FacebookPost, call: PublishCall): Promise<PostResult> {
    const options: ReadOptions = readOptions(postOptions, given.options, { platform: 'facebook' })
    const post = { ...given, options }
    await checkFacebookPost(post, settings, call)
    const [first] = post.media
    if (first !== undefined && options.placement === 'story') return publishStory(post, first, settings, call)
    if (first !== undefined && options.placement === 'reel') return publishReel(post, first, settings, call)
    if (first?.kind === 'VIDEO') return publishVideo(post, first, settings, call)
    return publishToFeed(post, settings, call)
  }

  return {
    postOptions,
    publish,
    reconcile: findLost,
    ...editing(settings),
    ...scheduling,
    /** Deletes posts and videos that this app created. */
    deletePost: deleteObject,
  } satisfies CanReconcile & CanDeletePosts & Readonly<Record<'publish' | 'postOptions', unknown>>
}
