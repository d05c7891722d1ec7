import { pushAbout } from '../events.js'
import type { Publication } from '../records.js'
import { nextId, type TiktokState } from '../state.js'

const later = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000)

/** TikTok cannot, or will not, make a post of it. */
export function fail(state: TiktokState, publication: Publication, reason: string, at?: Date): void {
  publication.stage = 'FAILED'
  publication.failReason = reason
  pushAbout(state, 'post.publish.failed', publication, { reason, ...(at && { at }) })
}

/** The video is encoded: published on the profile, or put into the person's inbox. */
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

/** A post has passed moderation: from now on it has an id, and everybody can see it. */
export function makePublic(state: TiktokState, publication: Publication, at: Date): void {
  const postId = nextId(state)
  publication.postIds = [...publication.postIds, postId]
  pushAbout(state, 'post.publish.publicly_available', publication, { post_id: postId, at })
}

/** The person posts a draft from the app. */
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

/** Lets everything happen whose time has come. */
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

/** Looks again when the machine's time for it has come, so that events are pushed also when nobody asks. */
export function completeLater(state: TiktokState): void {
  const { processSeconds, publicSeconds } = state.settings
  for (const seconds of [processSeconds, processSeconds + publicSeconds])
    state.sender.later(seconds + 0.05, () => complete(state))
}
