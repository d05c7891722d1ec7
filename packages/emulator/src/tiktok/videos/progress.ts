import { pushAbout } from '../events.js'
import type { Publication } from '../records.js'
import { nextId, type TiktokState } from '../state.js'

const later = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000)

/** Marks the video as failed: TikTok cannot or does not accept it. */
export function fail(state: TiktokState, publication: Publication, reason: string, at?: Date): void {
  publication.stage = 'FAILED'
  publication.failReason = reason
  pushAbout(state, 'post.publish.failed', publication, { reason, ...(at && { at }) })
}

/** Completes the encoding: publishes the video on the profile, or adds it to the inbox. */
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

/** Completes the moderation of a post: it now has an id and is public. */
export function makePublic(state: TiktokState, publication: Publication, at: Date): void {
  const postId = nextId(state)
  publication.postIds = [...publication.postIds, postId]
  pushAbout(state, 'post.publish.publicly_available', publication, { post_id: postId, at })
}

/** The person posts a draft in the app. */
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

/** Completes all steps that are due. */
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
 * Checks again at the time of the next step by the machine's clock, so that events are pushed without a
 * request.
 */
export function completeLater(state: TiktokState): void {
  const { processSeconds, publicSeconds } = state.settings
  for (const seconds of [processSeconds, processSeconds + publicSeconds])
    state.sender.later(seconds + 0.05, () => complete(state))
}
