import {
  type BusinessLocation,
  type Connection,
  makePerson,
  makePostResult,
  makeUpdate,
  model,
  type Person,
  type PostResult,
  type RawData,
  rawOf,
  type Update,
  type Verification,
  type VerificationOption,
} from '@social/core/platform'

import type { LocationReply, OptionItem, PostReply, QuestionItem, ReviewItem } from '../schemas.js'

/** A moment as Google writes it, with up to nine digits behind the second; null for none. */
export function toMoment(text: string | null): Date | null {
  if (text === null || text.length > 40) return null
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** Google names no reason for a rejection. https://support.google.com/business/answer/7213077 has the rules (copy of 2026) */
const REJECTED =
  'Google rejected the post, because its content breaks the rules for posts: a phone number in the text, for example. Change the post.'

/** A local post as a result. Google reviews it afterwards, and cannot be asked for the outcome. */
export function toPostResult(post: PostReply, raw: RawData, idempotencyKey: string): PostResult {
  return makePostResult({
    id: post.name,
    url: post.searchUrl,
    ...(post.state === 'REJECTED' ? { state: 'FAILED', notice: REJECTED } : { state: 'DONE' }),
    raw,
    idempotencyKey,
  })
}

function toPerson(
  author: { readonly displayName: string | null; readonly profilePhotoUrl: string | null } | null,
): Person | null {
  if (author === null || author.displayName === null) return null
  // Google gives no id of a reviewer.
  return makePerson({ id: '', displayName: author.displayName, avatarUrl: author.profilePhotoUrl })
}

/** The last part of a resource's name: `accounts/1/locations/2/reviews/r` is about `r`. */
export function lastPartOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}

/**
 * A review of the list as an update. A new one has the id under which it is pushed; each edit has an id of its own, so
 * that no store of seen updates drops it.
 *
 * @returns Null for one without an id or a moment.
 */
export function toReviewUpdate(review: ReviewItem, raw: RawData, connection: Connection): Update | null {
  const id = review.reviewId ?? (review.name === null ? null : lastPartOf(review.name))
  const created = toMoment(review.createTime)
  const moment = toMoment(review.updateTime) ?? created
  if (!id || moment === null) return null
  const isNew = created === null || created.getTime() === moment.getTime()
  const location = connection.accountId
  return makeUpdate({
    id: isNew ? `${location}:NEW_REVIEW:${id}` : `${location}:UPDATED_REVIEW:${id}:${moment.toISOString()}`,
    kind: isNew ? 'REVIEW_CREATED' : 'REVIEW_UPDATED',
    platform: 'google_business',
    connectionId: connection.id,
    timestamp: moment,
    actor: toPerson(review.reviewer),
    postId: id,
    raw,
  })
}

/** A question of the list as an update; null for one without a moment. */
export function toQuestionUpdate(
  question: QuestionItem,
  raw: RawData,
  connection: Connection,
): Update | null {
  const moment = toMoment(question.updateTime) ?? toMoment(question.createTime)
  if (moment === null) return null
  return makeUpdate({
    id: question.name,
    kind: 'QUESTION_CREATED',
    platform: 'google_business',
    connectionId: connection.id,
    timestamp: moment,
    actor: toPerson(question.author),
    postId: lastPartOf(question.name),
    raw,
  })
}

/** The listing, its categories with the primary one first. */
export function toLocation(reply: LocationReply, raw: RawData, connection: Connection): BusinessLocation {
  const { categories } = reply
  const names = [categories?.primaryCategory, ...(categories?.additionalCategories ?? [])]
  const location = {
    id: connection.accountId,
    name: reply.title ?? connection.accountName,
    phone: reply.phoneNumbers?.primaryPhone ?? null,
    address: reply.storefrontAddress ?? {},
    categories: names.flatMap((one) => (one?.displayName ? [one.displayName] : [])),
  }
  return withRaw(location, raw)
}

/** A way to verify the listing: its method, and everything there is to show. */
export function toVerificationOption(item: OptionItem, given: unknown): VerificationOption {
  const { verificationMethod: _method, ...displayData } = rawOf(given)
  return { method: item.verificationMethod, displayData }
}

/** A verification. What Google leaves out is what was asked for. */
export function toVerification(
  reply: { readonly name: string; readonly method: string | null; readonly state: string | null },
  raw: RawData,
  defaultValue: { readonly method: string; readonly state: string },
): Verification {
  const verification = {
    id: reply.name,
    method: reply.method ?? defaultValue.method,
    state: reply.state ?? defaultValue.state,
  }
  return withRaw(verification, raw)
}

/** The untouched reply is read as usual, and left out when the object is printed. */
function withRaw<T extends object>(fields: T, raw: RawData): T & { readonly raw: RawData } {
  return model({ ...fields, raw })
}
