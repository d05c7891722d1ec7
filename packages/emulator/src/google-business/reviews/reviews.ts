import type { Visit } from '../../framework/router.js'
import type { Json, Location, Review } from '../records.js'
import { checkParams, readBody, requireCaller, requireFullLocation } from '../sign-in/access.js'
import { type GoogleState, timeText } from '../state.js'
import { listAs, pageOf } from '../wire/paging.js'
import { badV4, notFound, Refusal } from '../wire/refusals.js'

const SERVICE = 'mybusiness'
/**
 * Maximum length of a reply in bytes of UTF-8.
 * https://developers.google.com/my-business/reference/rest/v4/ReviewReply (copy of 2026)
 */
const MAX_REPLY_LENGTH = 4096
const STARS = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'] as const

function replyJson({ reply }: Review): Json | null {
  if (reply === null) return null
  const { comment, updatedAt, state, violation } = reply
  return {
    comment,
    updateTime: timeText(updatedAt),
    reviewReplyState: state,
    ...(violation !== null && { policyViolation: violation }),
  }
}

function reviewJson(account: string, review: Review): Json {
  const { id, locationId, by, isAnonymous, stars, comment, createdAt, updatedAt } = review
  const reply = replyJson(review)
  return {
    name: `accounts/${account}/locations/${locationId}/reviews/${id}`,
    reviewId: id,
    reviewer: isAnonymous
      ? { displayName: 'A Google user', isAnonymous: true }
      : { displayName: by, profilePhotoUrl: `https://lh3.googleusercontent.com/a/${encodeURIComponent(by)}` },
    starRating: STARS[stars - 1],
    ...(comment !== null && { comment }),
    createTime: timeText(createdAt),
    updateTime: timeText(updatedAt),
    ...(reply && { reviewReply: reply }),
  }
}

/**
 * Google returns reviews only for verified locations.
 * @throws Refusal if the location is not verified.
 */
function requireVerified(location: Location): Location {
  if (location.isVerified) return location
  throw new Refusal('FAILED_PRECONDITION', 'The location is not verified.')
}

function ordered(reviews: readonly Review[], order: string | null): Review[] {
  const byTime = reviews.toSorted((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime())
  if (order === null || order === 'update_time desc') return byTime
  if (order === 'rating') return byTime.toSorted((a, b) => a.stars - b.stars)
  if (order === 'rating desc') return byTime.toSorted((a, b) => b.stars - a.stars)
  throw badV4(2, 'order_by', 'Unsupported order.')
}

/**
 * GET /v4/{location}/reviews: lists reviews. By default, the most recently changed review is
 * first.
 */
export function listReviews(state: GoogleState, visit: Visit): Response {
  const token = requireCaller(state, visit, SERVICE)
  checkParams(visit, ['pageSize', 'pageToken', 'orderBy'])
  const { id } = requireVerified(requireFullLocation(state, token, visit))
  const params = visit.url.searchParams
  const own = [...state.reviews.values()].filter(({ locationId }) => locationId === id)
  const order = params.get('orderBy')
  const rule = { defaultValue: 50, max: 50, list: `reviews ${id} ${order ?? ''}` }
  const { items, next } = pageOf(ordered(own, order), params, rule)
  const account = visit.params['account'] ?? ''
  const average = own.reduce((sum, { stars }) => sum + stars, 0) / own.length
  return Response.json({
    ...listAs(
      'reviews',
      items.map((review) => reviewJson(account, review)),
    ),
    ...(own.length > 0 && { averageRating: average, totalReviewCount: own.length }),
    ...next,
  })
}

function requireReview(state: GoogleState, visit: Visit): Review {
  const token = requireCaller(state, visit, SERVICE)
  const location = requireVerified(requireFullLocation(state, token, visit))
  const review = state.reviews.get(visit.params['review'] ?? '')
  if (review?.locationId !== location.id) throw notFound()
  return review
}

/** GET /v4/{review}: returns a review of a verified location. */
export function readReview(state: GoogleState, visit: Visit): Response {
  const review = requireReview(state, visit)
  checkParams(visit, [])
  return Response.json(reviewJson(visit.params['account'] ?? '', review))
}

/**
 * PUT /v4/{review}/reply: creates or replaces the reply. The effects record a reply only if its
 * text changed.
 */
export async function replyToReview(state: GoogleState, visit: Visit): Promise<Response> {
  const review = requireReview(state, visit)
  checkParams(visit, [])
  const { comment } = await readBody(visit, {
    fields: { comment: 'text', updateTime: 'text', reviewReplyState: 'text', policyViolation: 'text' },
  })
  if (typeof comment !== 'string' || comment.trim() === '')
    throw badV4(1, 'comment', 'The comment is required.')
  if (Buffer.byteLength(comment) > MAX_REPLY_LENGTH)
    throw badV4(9, 'comment', `Must be at most ${MAX_REPLY_LENGTH} bytes`)
  if (comment !== review.reply?.comment)
    state.effects.add({
      account: review.locationId,
      kind: 'COMMENT',
      id: `reviews/${review.id}/reply`,
      content: { review: review.id, comment },
    })
  const violation = state.next.rejectsReply
  state.next.rejectsReply = null
  review.reply = {
    comment,
    updatedAt: state.clock.now(),
    state: violation === null ? state.settings.replyState : 'REJECTED',
    violation,
  }
  return Response.json(replyJson(review))
}

/** DELETE /v4/{review}/reply: deletes the reply to a review. */
export function deleteReply(state: GoogleState, visit: Visit): Response {
  const review = requireReview(state, visit)
  checkParams(visit, [])
  if (review.reply === null) throw notFound()
  review.reply = null
  return Response.json({})
}

/** POST /v4/{account}/locations:batchGetReviews: returns reviews of several locations. */
export async function batchReviews(state: GoogleState, visit: Visit): Promise<Response> {
  const token = requireCaller(state, visit, SERVICE)
  checkParams(visit, [])
  const account = visit.params['account'] ?? ''
  const body = await readBody(visit, {
    fields: {
      locationNames: { listOf: 'text' },
      pageSize: 'integer',
      pageToken: 'text',
      orderBy: 'text',
      ignoreRatingOnlyReviews: 'boolean',
    },
  })
  const names = (body['locationNames'] ?? []) as readonly string[] // safe cast: readBody checks that `locationNames` is a list of strings
  if (names.length === 0) throw badV4(1, 'location_names', 'At least one location is required.')
  const ids = new Set(
    names.map((name) => {
      const [, inAccount = '', location = ''] = /^accounts\/([^/]+)\/locations\/([^/]+)$/.exec(name) ?? []
      if (inAccount !== account) throw badV4(2, 'location_names', 'Invalid location name.')
      return requireVerified(requireFullLocation(state, token, { ...visit, params: { account, location } }))
        .id
    }),
  )
  const { pageSize = 50, pageToken = '', orderBy } = body
  const all = [...state.reviews.values()].filter(({ locationId }) => ids.has(locationId))
  const params = new URLSearchParams({ pageSize: String(pageSize), pageToken: String(pageToken) })
  const rule = { defaultValue: 50, max: 50, list: `batch ${account}` }
  const { items, next } = pageOf(ordered(all, typeof orderBy === 'string' ? orderBy : null), params, rule)
  const locationReviews = items.map((review) => ({
    name: `accounts/${account}/locations/${review.locationId}`,
    review: reviewJson(account, review),
  }))
  return Response.json({ ...listAs('locationReviews', locationReviews), ...next })
}
