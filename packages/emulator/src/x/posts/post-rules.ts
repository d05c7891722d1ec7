import { completeUploads } from '../media/upload-progress.js'
import { mentionedIn } from '../people/people.js'
import type { Person, Post, Upload } from '../records.js'
import type { XState } from '../state.js'
import { badMedia, duplicate, forbidden, noQuote, noReply, notPermitted, tooLong } from '../wire/problems.js'
import { findVersion } from './post-store.js'
import { cashtagsIn, weightOf } from './text-weight.js'

/**
 * Maximum weighted length for accounts without Premium. https://docs.x.com/fundamentals/counting-characters
 * (read 2026-11-22)
 */
const MAX_WEIGHT = 280
/** Maximum weighted length with Premium. */
const MAX_WEIGHT_PREMIUM = 25_000
/**
 * Seconds in which a post can be edited: one hour since October 2025. https://docs.x.com/changelog
 * X's page about edits still states 30 minutes (read 2026-11-23).
 */
const EDIT_SECONDS = 3600
/**
 * Maximum number of edits of a post. https://docs.x.com/x-api/fundamentals/edit-posts (read
 * 2026-11-23)
 */
const MAX_EDITS = 5

/**
 * Returns true if the author of a post mentioned the person or quoted one of the person's posts.
 */
function isMentionedOrQuoted(state: XState, person: Person, { text, quotedId }: Post): boolean {
  return (
    mentionedIn(state, text).includes(person) ||
    (quotedId !== null && state.posts.get(quotedId)?.authorId === person.id)
  )
}

/** Returns true if the author of the conversation allows the person to reply. */
function isAllowedToReply(state: XState, person: Person, parent: Post): boolean {
  const root = findVersion(state, parent.conversationId) ?? parent
  if (root.replySettings === 'everyone' || root.authorId === person.id) return true
  if (root.replySettings === 'verified' && person.subscription !== 'None') return true
  return mentionedIn(state, root.text).includes(person)
}

/** Finds the parent post of a reply. @throws Problem if the plan or the author does not allow a reply. */
export function checkReply(state: XState, person: Person, id: string | null): Post | null {
  if (id === null) return null
  const parent = findVersion(state, id)
  if (parent === undefined)
    throw forbidden('You attempted to reply to a Tweet that is deleted or not visible to you.')
  const isOwn = parent.authorId === person.id
  const needsCall = state.settings.plan === 'PAY_PER_USE' && !isOwn
  if ((needsCall && !isMentionedOrQuoted(state, person, parent)) || !isAllowedToReply(state, person, parent))
    throw noReply()
  return parent
}

/** Checks the id of a quoted post. */
export function checkQuote(state: XState, id: string | null): string | null {
  if (id === null) return null
  if (state.settings.plan !== 'ENTERPRISE') throw noQuote()
  const quoted = findVersion(state, id)
  if (quoted === undefined)
    throw forbidden('You attempted to quote a Tweet that is deleted or not visible to you.')
  return quoted.id
}

/**
 * Finds the post to edit. The post must belong to the person, be at most one hour old, and have
 * fewer than five edits. Edits require a subscription.
 */
export function checkEdit(state: XState, person: Person, id: string | null): Post | null {
  if (id === null) return null
  const before = findVersion(state, id)
  const age =
    state.clock.now().getTime() - (state.posts.get(before?.history[0] ?? '')?.createdAt.getTime() ?? 0)
  const canEdit =
    before?.authorId === person.id &&
    before.kind === 'POST' &&
    before.poll === null &&
    before.repliedToId === null &&
    before.communityId === null &&
    before.history.length <= MAX_EDITS &&
    age <= EDIT_SECONDS * 1000 &&
    person.subscription !== 'None'
  if (before === undefined || !canEdit) throw notPermitted('You are not permitted to edit this post.')
  return before
}

/**
 * Returns the files of a new post. Each file must belong to the person, be ready, and fit the
 * other files.
 */
export function takeMedia(state: XState, person: Person, ids: readonly string[]): Upload[] {
  completeUploads(state)
  const uploads = ids.flatMap((id) => state.uploads.get(id) ?? [])
  const now = state.clock.now()
  const areGood = uploads.every(
    (upload) =>
      (upload.personId === person.id || upload.additionalOwners.includes(person.id)) &&
      upload.stage === 'READY' &&
      upload.expiresAt > now &&
      /^(tweet_|amplify_)/.test(upload.category),
  )
  const others = uploads.filter(({ category }) => category !== 'tweet_image')
  const goTogether = others.length === 0 || uploads.length === 1
  if (uploads.length !== ids.length || new Set(ids).size !== ids.length || !areGood || !goTogether)
    throw badMedia()
  return uploads
}

interface NewText {
  readonly text: string
  readonly mediaIds: readonly string[]
  readonly repliedToId: string | null
  readonly editedId: string | null
}

function isDuplicate(
  state: XState,
  person: Person,
  { text, mediaIds, repliedToId, editedId }: NewText,
): boolean {
  const { duplicateSeconds, duplicatesIgnoreMedia } = state.settings
  const since = state.clock.now().getTime() - duplicateSeconds * 1000
  const message = text.normalize('NFC').trim()
  if (message === '') return false
  return [...state.posts.values()].some(
    (post) =>
      post.authorId === person.id &&
      post.kind === 'POST' &&
      post.id !== editedId &&
      post.createdAt.getTime() > since &&
      post.repliedToId === repliedToId &&
      post.text.normalize('NFC').trim() === message &&
      (duplicatesIgnoreMedia || post.mediaIds.join() === mediaIds.join()),
  )
}

/** Checks the length and the cashtags of a new text, and refuses a repeated text. */
export function checkText(state: XState, person: Person, message: NewText): void {
  if (weightOf(message.text) > (person.subscription === 'None' ? MAX_WEIGHT : MAX_WEIGHT_PREMIUM))
    throw tooLong()
  if (state.settings.plan === 'PAY_PER_USE' && cashtagsIn(message.text) > 1)
    throw forbidden('Posts are limited to a maximum of one cashtag.')
  if (isDuplicate(state, person, message)) throw duplicate()
}
