import {
  type Attachment,
  type BusinessLocation,
  type Connection,
  makeAttachment,
  makePerson,
  makePostFailure,
  makePostResult,
  makeUpdate,
  model,
  pictureUrl,
  type Person,
  type PostResult,
  type RawData,
  rawOf,
  type Update,
  type UpdateInit,
  type Verification,
  type VerificationOption,
} from '@social/core/platform'

import { actionsOf, type QuestionSetting } from '../engage/actions.js'
import { POST_REJECTED } from '../messages.js'
import type {
  LocationReply,
  OptionItem,
  PostReply,
  QuestionItem,
  ReviewContent,
  ReviewItem,
} from '../schemas.js'

/** Parses a time of Google, which has up to nine fractional digits. Returns null for null. */
export function toMoment(text: string | null): Date | null {
  if (text === null || text.length > 40) return null
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/**
 * Message for a rejected post. Google reports no reason, so the message links to the rules:
 * https://support.google.com/business/answer/7213077 (copy of 2026)
 */
const REJECTED =
  'Google rejected the post, because its content violates the rules for posts, for example with a phone number in the text. Change the post.'

/**
 * Builds the result of a local post. Google reviews the post later, and the outcome of the review cannot be queried.
 */
const rejection = () =>
  makePostFailure({
    reason: 'POLICY',
    message: REJECTED,
    network: 'Google Business Profile',
    userText: POST_REJECTED,
  })

export function toPostResult(post: PostReply, raw: RawData, idempotencyKey: string): PostResult {
  return makePostResult({
    id: post.name,
    url: post.searchUrl,
    ...(post.state === 'REJECTED'
      ? { state: 'FAILED', notice: REJECTED, failure: rejection() }
      : { state: 'DONE' }),
    raw,
    idempotencyKey,
  })
}

function toPerson(
  author: { readonly displayName: string | null; readonly profilePhotoUrl: string | null } | null,
): Person | null {
  if (author === null || author.displayName === null) return null
  // Google does not send the id of a reviewer, so the id is empty.
  return makePerson({ id: '', displayName: author.displayName, avatarUrl: author.profilePhotoUrl })
}

/** Returns the last part of a resource name: `r` of `accounts/1/locations/2/reviews/r`. */
export function lastPartOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}

/** Context of a listed item. */
interface Listed {
  readonly connection: Connection
  readonly settings: QuestionSetting
}

/** Creates an update with its actions. */
export function withActions(
  init: UpdateInit,
  settings: QuestionSetting,
  connection: Connection | null,
): Update {
  return makeUpdate({ ...init, actions: actionsOf(init, settings, connection) })
}

/** Stars by Google's names. */
const STARS: readonly string[] = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE']

function toAttachments({ reviewMediaItems }: ReviewContent): readonly Attachment[] {
  return (reviewMediaItems ?? []).flatMap((item) => {
    if (item === null || (item.thumbnailUrl === null && item.videoUrl === null)) return []
    const { thumbnailUrl, thumbnailLabel, videoUrl } = item
    return [
      makeAttachment({
        kind: videoUrl === null ? 'image' : 'video',
        url: videoUrl ?? thumbnailUrl,
        previewUrl: thumbnailUrl,
        altText: thumbnailLabel,
        raw: item,
      }),
    ]
  })
}

/** Text, stars, pictures and page of a review. Equal for a listed review and for a pushed one that contains them. */
export function toReviewContent(review: ReviewContent) {
  const stars = STARS.indexOf(review.starRating ?? '') + 1
  return {
    text: review.comment,
    rating: stars === 0 ? null : stars,
    attachments: toAttachments(review),
    url: pictureUrl(review.reviewReplyUrl),
  }
}

/**
 * Converts a listed review to an update. A new review has the same id as its pushed update. Each
 * edit has its own id, so that an edit is delivered although the review was delivered before.
 *
 * @returns Null when the review has no id or no time.
 */
export function toReviewUpdate(
  review: ReviewItem,
  raw: RawData,
  { connection, settings }: Listed,
): Update | null {
  const id = review.reviewId ?? (review.name === null ? null : lastPartOf(review.name))
  const created = toMoment(review.createTime)
  const moment = toMoment(review.updateTime) ?? created
  if (!id || moment === null) return null
  const isNew = created === null || created.getTime() === moment.getTime()
  const location = connection.accountId
  return withActions(
    {
      id: isNew ? `${location}:NEW_REVIEW:${id}` : `${location}:UPDATED_REVIEW:${id}:${moment.toISOString()}`,
      kind: isNew ? 'REVIEW_CREATED' : 'REVIEW_UPDATED',
      platform: 'google_business',
      connectionId: connection.id,
      timestamp: moment,
      actor: toPerson(review.reviewer),
      postId: id,
      ...toReviewContent(review),
      raw,
    },
    settings,
    connection,
  )
}

/** Converts a listed question to an update. Returns null for a question without a time. */
export function toQuestionUpdate(
  question: QuestionItem,
  raw: RawData,
  { connection, settings }: Listed,
): Update | null {
  const moment = toMoment(question.updateTime) ?? toMoment(question.createTime)
  if (moment === null) return null
  return withActions(
    {
      id: question.name,
      kind: 'QUESTION_CREATED',
      platform: 'google_business',
      connectionId: connection.id,
      timestamp: moment,
      actor: toPerson(question.author),
      postId: lastPartOf(question.name),
      text: question.text,
      raw,
    },
    settings,
    connection,
  )
}

/** Converts the response of Google to a location. The primary category comes first. */
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

/** Converts an offer of Google to a verification method of the listing, with its displayable fields. */
export function toVerificationOption(item: OptionItem, given: unknown): VerificationOption {
  const { verificationMethod: _method, ...displayData } = rawOf(given)
  return { method: item.verificationMethod, displayData }
}

/** Converts the response of Google to a verification. Fields that Google omits are taken from the request. */
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

/** Adds `raw` to an object. `raw` is readable, but hidden when the object is printed. */
function withRaw<T extends object>(fields: T, raw: RawData): T & { readonly raw: RawData } {
  return model({ ...fields, raw })
}
