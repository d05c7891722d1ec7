import { pushAbout } from '../events.js'
import type { Publication } from '../records.js'
import { nextId, type TiktokState } from '../state.js'

const later = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000)

/** Marks a video as failed and sends the event. `reason` is a `fail_reason` of TikTok. */
export function fail(state: TiktokState, publication: Publication, reason: string, at?: Date): void {
  publication.stage = 'FAILED'
  publication.failReason = reason
  pushAbout(state, 'post.publish.failed', publication, { reason, ...(at && { at }) })
}

/**
 * Ends the processing of a video: publishes the video on the profile or adds it to the inbox. A
 * file that is no video fails.
 */
export function finishProcessing(state: TiktokState, publication: Publication, at: Date): void {
  if (!publication.isVideo) {
    fail(state, publication, 'file_format_check_failed', at)
  } else if (publication.destination === 'DRAFTS') {
    publication.stage = 'IN_INBOX'
    pushAbout(state, 'post.publish.inbox_delivered', publication, { at })
  } else {
    publication.stage = 'COMPLETE'
    publication.completedAt = at
    pushAbout(state, 'post.publish.complete', publication, { at })
  }
}

/** Ends the moderation of a post. The post is now public and receives an id. */
export function makePublic(state: TiktokState, publication: Publication, at: Date): void {
  const postId = nextId(state)
  publication.postIds = [...publication.postIds, postId]
  pushAbout(state, 'post.publish.publicly_available', publication, { post_id: postId, at })
}

/** Publishes a draft, as if the person posted it in the TikTok app. */
export function postDraft(
  state: TiktokState,
  publication: Publication,
  options: { readonly isPublic: boolean },
): void {
  const now = state.clock.now()
  publication.stage = 'COMPLETE'
  publication.completedAt = now
  pushAbout(state, 'post.publish.complete', publication)
  if (options.isPublic) makePublic(state, publication, now)
}

/** Completes all processing and moderation whose time has come. */
export function complete(state: TiktokState): void {
  const now = state.clock.now()
  const { processSeconds, publicSeconds } = state.settings
  for (const publication of state.publications.values()) {
    const { uploadedAt } = publication
    if (publication.stage === 'PROCESSING' && uploadedAt !== null) {
      const due = later(uploadedAt, processSeconds)
      if (due <= now) finishProcessing(state, publication, due)
    }
    const { stage, completedAt, privacyLevel, postIds } = publication
    if (stage !== 'COMPLETE' || completedAt === null || postIds.length > 0) continue
    if (publication.destination === 'DRAFTS' || privacyLevel !== 'PUBLIC_TO_EVERYONE') continue
    const due = later(completedAt, publicSeconds)
    if (due <= now) makePublic(state, publication, due)
  }
}

/**
 * Schedules further calls of `complete` on the machine's clock, so that events are sent even if no
 * request arrives.
 */
export function completeLater(state: TiktokState): void {
  const { processSeconds, publicSeconds } = state.settings
  for (const seconds of [processSeconds, processSeconds + publicSeconds])
    state.sender.later(seconds + 0.05, () => complete(state))
}
