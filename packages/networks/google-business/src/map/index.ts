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

/** Parses a time of Google, with up to nine fractional digits. Null for null. */
export function toMoment(text: string | null): Date | null {
  if (text === null || text.length > 40) return null
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/**
 * Google reports no reason for a rejection. https://support.google.com/business/answer/7213077 has the rules (copy of
 * 2026)
 */
const REJECTED =
  'Google rejected the post, because its content violates the rules for posts, for example with a phone number in the text. Change the post.'

/** Result of a local post. Google reviews it later, and the outcome cannot be queried. */
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
  // Google sends no id of a reviewer.
  return makePerson({ id: '', displayName: author.displayName, avatarUrl: author.profilePhotoUrl })
}

/** Last part of a resource name: `accounts/1/locations/2/reviews/r` becomes `r`. */
export function lastPartOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}

/**
 * Converts a listed review to an update. A new review has the id of its push. Each edit has its own id, so that
 * stores of seen updates keep it.
 *
 * @returns Null without an id or a time.
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

/** Converts a listed question to an update. Null without a time. */
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

/** The listing, with its primary category first. */
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

/** A verification method of the listing, with its displayable fields. */
export function toVerificationOption(item: OptionItem, given: unknown): VerificationOption {
  const { verificationMethod: _method, ...displayData } = rawOf(given)
  return { method: item.verificationMethod, displayData }
}

/** A verification. Fields that Google omits are those of the request. */
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

/** `raw` is readable, and hidden when the object is printed. */
function withRaw<T extends object>(fields: T, raw: RawData): T & { readonly raw: RawData } {
  return model({ ...fields, raw })
}
