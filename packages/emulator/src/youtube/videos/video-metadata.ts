import type { VideoMetadata } from '../records.js'
import type { YoutubeState } from '../state.js'
import { readList } from '../wire/lists.js'
import { badParameter, invalidVideo } from '../wire/refusals.js'
import { isAssignable } from './categories.js'

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(from: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = from[name]
  return typeof value === 'string' ? value : null
}

/**
 * Returns the length of a text in Unicode code points, as Google counts. A simple emoji counts as
 * one.
 */
const charactersOf = (text: string): number => Array.from(text).length

/**
 * Returns the length of all tags, including commas between tags and quotes around tags with
 * spaces.
 */
function tagCharacters(tags: readonly string[]): number {
  return tags.reduce(
    (sum, tag) => sum + charactersOf(tag) + (tag.includes(' ') ? 2 : 0),
    Math.max(0, tags.length - 1),
  )
}

function readTags(snippet: Readonly<Record<string, unknown>>): readonly string[] {
  const { tags = [] } = snippet
  const isList = Array.isArray(tags) && tags.every((tag) => typeof tag === 'string')
  if (isList && tagCharacters(tags) <= 500) return tags // isList guarantees that every tag is a string
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
  return moment > state.clock.now() ? moment : null // null: YouTube publishes immediately when the time is in the past
}

type Json = Readonly<Record<string, unknown>>

/** Parts of a video that a request can set. */
const PARTS = ['snippet', 'status', 'recordingDetails', 'paidProductPlacementDetails'] as const
type Part = (typeof PARTS)[number]

/**
 * Returns the parts of the body that the `part` parameter names.
 * @throws Refusal if the body contains a part that `part` does not name.
 */
export function readParts(params: URLSearchParams, body: unknown): Readonly<Partial<Record<Part, Json>>> {
  if (!isObject(body)) throw badParameter('badRequest', 'Parse Error', 'body')
  const named = readList(params, 'part')
  for (const part of PARTS)
    if (part in body && !named.includes(part)) throw badParameter('unexpectedPart', `{0} : '${part}'`, 'part')
  const given = PARTS.filter((part) => named.includes(part))
  return Object.fromEntries(given.map((part) => [part, isObject(body[part]) ? body[part] : {}]))
}

/** Reads the metadata of a new video, with the same checks as YouTube. */
export function readMetadata(state: YoutubeState, params: URLSearchParams, body: unknown): VideoMetadata {
  const { snippet = {}, status = {}, ...others } = readParts(params, body)
  return {
    ...readSnippet(snippet),
    ...readStatus(state, status),
    ...readRecording(others.recordingDetails ?? {}),
    ...readPlacement(others.paidProductPlacementDetails ?? {}),
  }
}

/** Reads the `snippet` part. Omitted fields are empty or have their default. */
export function readSnippet(snippet: Json) {
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
  return {
    title,
    description,
    tags: readTags(snippet),
    categoryId,
    defaultLanguage: textOf(snippet, 'defaultLanguage'),
  }
}

/** Reads a boolean field. Returns null if the field is missing. */
function readBooleanField(from: Json, name: string): boolean | null {
  const value = from[name] ?? null
  if (value === null || typeof value === 'boolean') return value
  throw badParameter('badRequest', `Invalid value at 'resource.${name}' (TYPE_BOOL)`, name)
}

function choiceOf(from: Json, name: string, message: readonly string[], defaultValue: string): string {
  const value = from[name] ?? defaultValue
  if (typeof value === 'string' && message.includes(value)) return value
  throw badParameter(
    'badRequest',
    `Invalid value at 'resource.status.${name}': ${JSON.stringify(value)}`,
    'status',
  )
}

/**
 * Reads the `status` part. Omitted fields have their default. A video without a privacy status is
 * public.
 */
export function readStatus(state: YoutubeState, status: Json) {
  const privacyStatus = choiceOf(status, 'privacyStatus', ['private', 'unlisted', 'public'], 'public')
  const publishAt = readPublishAt(state, status)
  const isDue = publishAt === null && textOf(status, 'publishAt') !== null
  return {
    privacyStatus: isDue ? 'public' : privacyStatus,
    publishAt,
    license: choiceOf(status, 'license', ['youtube', 'creativeCommon'], 'youtube'),
    embeddable: readBooleanField(status, 'embeddable') ?? true,
    publicStatsViewable: readBooleanField(status, 'publicStatsViewable') ?? true,
    madeForKids: readBooleanField(status, 'selfDeclaredMadeForKids'),
    containsSyntheticMedia: readBooleanField(status, 'containsSyntheticMedia'),
  }
}

/** Reads the `recordingDetails` part. */
export function readRecording(details: Json) {
  const recordingDate = textOf(details, 'recordingDate')
  if (recordingDate === null || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(recordingDate))
    return { recordingDate }
  throw invalidVideo(
    'invalidRecordingDetails',
    'The <code>recordingDetails</code> object in the API request specifies invalid recording details.',
    'body.recordingDetails',
  )
}

/** Reads the `paidProductPlacementDetails` part. */
export function readPlacement(details: Json) {
  return { hasPaidProductPlacement: readBooleanField(details, 'hasPaidProductPlacement') }
}
