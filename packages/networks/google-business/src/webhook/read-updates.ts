import { createHash } from 'node:crypto'

import {
  parseJson,
  PlatformError,
  type PushHeaders,
  type RawData,
  rawOf,
  readHeader,
  type Update,
} from '@social/core/platform'
import * as v from 'valibot'

import { lastPartOf, toMoment, toReviewContent, withActions } from '../map/index.js'
import type { Settings } from '../options.js'
import { reviewContent } from '../schemas.js'

const PLATFORM = 'google_business'

/**
 * Update kinds by Google's notification type.
 * https://developers.google.com/my-business/reference/notifications/rest/v1/NotificationSetting
 * (copy of 2026)
 */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['NEW_REVIEW', 'REVIEW_CREATED'],
  ['UPDATED_REVIEW', 'REVIEW_UPDATED'],
  ['NEW_QUESTION', 'QUESTION_CREATED'],
  ['NEW_ANSWER', 'ANSWER_CREATED'],
])

// Possible names of each field. Google documents the fields only as text, in two spellings, and
// recorded messages differ from both.
const TYPE_FIELDS = ['type', 'notificationType', 'notification_type'] as const
const LOCATION_FIELDS = ['location', 'locationName', 'location_name'] as const
const RESOURCE_FIELDS = [
  'review',
  'reviewName',
  'review_name',
  'question',
  'questionName',
  'question_name',
  'answer',
  'answerName',
  'answer_name',
  'media',
  'mediaItem',
  'mediaName',
  'media_name',
  'reviewId',
] as const

function firstText(from: RawData, fields: readonly string[]): string | null {
  for (const field of fields) {
    const value = from[field]
    if (typeof value === 'string' && value !== '') return value
    if (typeof value === 'object' && value !== null) {
      const { name, reviewId } = rawOf(value)
      if (typeof name === 'string' && name !== '') return name
      if (typeof reviewId === 'string' && reviewId !== '') return reviewId
    }
  }
  return null
}

function isObject(value: unknown): value is RawData {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Decodes the notification in the message, which is base64 of JSON. Null for other content, which
 * the endpoint acknowledges.
 */
function unwrap(data: unknown): RawData | null {
  if (typeof data !== 'string') return null
  try {
    const read: unknown = parseJson(Buffer.from(data, 'base64').toString())
    return isObject(read) ? read : null
  } catch {
    return null
  }
}

function readBody(body: Uint8Array): unknown {
  try {
    return parseJson(new TextDecoder().decode(body))
  } catch (error) {
    throw new PlatformError('google_business pushed a body that is not JSON.', {
      platform: PLATFORM,
      cause: error,
    })
  }
}

/** Returns the time in the notification or in an embedded resource. */
function ownMomentOf(notification: RawData): Date | null {
  const candidates = [notification, ...RESOURCE_FIELDS.map((field) => notification[field])].filter(isObject)
  for (const { updateTime, createTime } of candidates)
    for (const text of [updateTime, createTime]) {
      const moment = typeof text === 'string' ? toMoment(text) : null
      if (moment !== null) return moment
    }
  return null
}

interface Envelope {
  readonly message: RawData
  readonly whole: RawData
  readonly body: Uint8Array
  readonly now: Date
  readonly settings: Pick<Settings, 'questions'>
}

/**
 * Reads the metadata of a message from the headers. With payload unwrapping, the subscription can
 * write the metadata there.
 * https://docs.cloud.google.com/pubsub/docs/payload-unwrapping (read 2026-11-23)
 */
function messageOfHeaders(headers: PushHeaders): RawData {
  return {
    messageId: readHeader(headers, 'x-goog-pubsub-message-id'),
    publishTime: readHeader(headers, 'x-goog-pubsub-publish-time'),
  }
}

/**
 * Returns an id for a message that has neither an id nor a time. The id is a hash of the body, so
 * that repeated deliveries of one message have the same id.
 */
const fingerprintOf = (body: Uint8Array): string =>
  createHash('sha256').update(body).digest('base64url').slice(0, 22)

/** Text, stars and pictures of a pushed review. Empty for a webhook with only the name of the review. */
function contentOf(notification: RawData) {
  const review = RESOURCE_FIELDS.map((field) => notification[field]).find(isObject)
  return review === undefined ? {} : toReviewContent(v.parse(reviewContent, review))
}

function toUpdate(notification: RawData, { message, whole, body, now, settings }: Envelope): Update | null {
  const attributes = rawOf(message['attributes'])
  const type = firstText(notification, TYPE_FIELDS) ?? firstText(attributes, TYPE_FIELDS)
  const resource = firstText(notification, RESOURCE_FIELDS)
  const location =
    firstText(notification, LOCATION_FIELDS) ?? resource?.split(/\/(?:reviews|questions|media)\//)[0]
  if (type === null || !location) return null
  const own = ownMomentOf(notification)
  const published = firstText(message, ['publishTime', 'publish_time'])
  const known = own ?? toMoment(published)
  const locationId = lastPartOf(location)
  const resourceId = resource === null ? '' : lastPartOf(resource)
  // An edit of a review has the same resource but is a new update. A copy has the same message id
  // and is not a new update.
  const messageId =
    own?.toISOString() ??
    firstText(message, ['messageId', 'message_id']) ??
    known?.toISOString() ??
    fingerprintOf(body)
  const parts =
    type === 'NEW_REVIEW' ? [locationId, type, resourceId] : [locationId, type, resourceId, messageId]
  const question = resource?.match(/\/questions\/([^/]{1,300})\/answers\//)?.[1] ?? null
  return withActions(
    {
      id: parts.join(':'),
      kind: KINDS.get(type) ?? type,
      kindName: type,
      platform: PLATFORM,
      connectionId: `${PLATFORM}:${locationId}`,
      timestamp: known ?? now,
      postId: resourceId === '' ? null : resourceId,
      parentId: question,
      ...contentOf(notification),
      raw: notification,
      envelope: whole,
    },
    settings,
    null,
  )
}

/**
 * Reads a message of Pub/Sub, wrapped or unwrapped. An update without a time gets `now`. A message
 * with unknown content is acknowledged without updates, because Google would otherwise send it
 * again for days.
 * https://cloud.google.com/pubsub/docs/push (copy of 2026)
 *
 * @throws PlatformError for a body that is not JSON.
 */
export function readUpdates(
  body: Uint8Array,
  headers: PushHeaders,
  { now, settings }: Pick<Envelope, 'now' | 'settings'>,
): readonly Update[] {
  const whole = readBody(body)
  if (!isObject(whole)) return []
  const wrapped = rawOf(whole['message'])
  // A subscription with payload unwrapping pushes only the notification.
  const isBare = wrapped['data'] === undefined
  const notification = isBare ? whole : unwrap(wrapped['data'])
  const message = isBare ? messageOfHeaders(headers) : wrapped
  const update =
    notification && toUpdate(notification, { message, whole: isBare ? {} : whole, body, now, settings })
  return update ? [update] : []
}
