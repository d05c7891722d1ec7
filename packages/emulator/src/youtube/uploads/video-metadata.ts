import type { VideoMetadata } from '../records.js'
import type { YoutubeState } from '../state.js'
import { isAssignable } from '../videos/categories.js'
import { readList } from '../wire/lists.js'
import { badParameter, invalidVideo } from '../wire/refusals.js'

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(from: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = from[name]
  return typeof value === 'string' ? value : null
}

/** Characters as Google counts them: an emoji is one. */
const charactersOf = (text: string): number => Array.from(text).length

/** Characters of tags: commas between them and quotes around those with spaces count. */
function tagCharacters(tags: readonly string[]): number {
  return tags.reduce(
    (sum, tag) => sum + charactersOf(tag) + (tag.includes(' ') ? 2 : 0),
    Math.max(0, tags.length - 1),
  )
}

function readTags(snippet: Readonly<Record<string, unknown>>): readonly string[] {
  const { tags = [] } = snippet
  const isList = Array.isArray(tags) && tags.every((tag) => typeof tag === 'string')
  if (isList && tagCharacters(tags) <= 500) return tags // every one was just looked at
  throw invalidVideo(
    'invalidTags',
    'The request metadata specifies invalid video keywords.',
    'body.snippet.tags',
  )
}

function readPublishAt(state: YoutubeState, status: Readonly<Record<string, unknown>>): Date | null {
  const text = textOf(status, 'publishAt')
  if (text === null) return null
  const moment = new Date(text)
  const isMoment = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(moment.getTime())
  if (!isMoment || status['privacyStatus'] !== 'private')
    throw invalidVideo(
      'invalidPublishAt',
      'The request metadata specifies an invalid scheduled publishing time.',
      'body.status.publishAt',
    )
  return moment > state.clock.now() ? moment : null // a moment in the past publishes at once
}

/** Reads and checks what is said of a video, as strictly as the network does. */
export function readMetadata(state: YoutubeState, params: URLSearchParams, body: unknown): VideoMetadata {
  if (!isObject(body)) throw badParameter('badRequest', 'Parse Error', 'body')
  const snippet = isObject(body['snippet']) ? body['snippet'] : {}
  const status = isObject(body['status']) ? body['status'] : {}
  const parts = readList(params, 'part')
  for (const part of ['snippet', 'status'])
    if (part in body && !parts.includes(part)) throw badParameter('unexpectedPart', `{0} : '${part}'`, 'part')
  const title = textOf(snippet, 'title') ?? ''
  if (title.trim() === '' || charactersOf(title) > 100 || /[<>]/.test(title))
    throw invalidVideo(
      'invalidTitle',
      'The request metadata specifies an invalid or empty video title.',
      'body.snippet.title',
    )
  const description = textOf(snippet, 'description') ?? ''
  if (Buffer.byteLength(description) > 5000 || /[<>]/.test(description))
    throw invalidVideo(
      'invalidDescription',
      'The request metadata specifies an invalid video description.',
      'body.snippet.description',
    )
  const categoryId = textOf(snippet, 'categoryId') ?? '22'
  if (!isAssignable(categoryId))
    throw invalidVideo(
      'invalidCategoryId',
      `The <code>snippet.categoryId</code> property specifies an invalid category ID.`,
      'body.snippet.categoryId',
    )
  const privacyStatus = textOf(status, 'privacyStatus') ?? 'public'
  if (!['private', 'unlisted', 'public'].includes(privacyStatus))
    throw badParameter(
      'badRequest',
      `Invalid value at 'resource.status.privacy_status': "${privacyStatus}"`,
      'status',
    )
  const kids = status['selfDeclaredMadeForKids']
  const publishAt = readPublishAt(state, status)
  const isDue = publishAt === null && textOf(status, 'publishAt') !== null
  return {
    title,
    description,
    tags: readTags(snippet),
    categoryId,
    privacyStatus: isDue ? 'public' : privacyStatus,
    publishAt,
    madeForKids: typeof kids === 'boolean' ? kids : null,
  }
}
