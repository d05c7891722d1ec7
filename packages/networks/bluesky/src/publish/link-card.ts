import {
  type Call,
  ConfigError,
  InvalidPostError,
  NetworkError,
  type Post,
  type PublishCall,
  RateLimitError,
  SocialBaseError,
} from '@social/core/platform'

import { MAX_THUMB_BYTES } from '../limits.js'
import { TEXTS } from '../messages.js'
import type { ReadOptions } from '../options.js'
import { blobReply, type Card } from '../schemas.js'
import { type Progressed, toData } from './lost/receipt.js'
import { readPage } from './read-page.js'

/**
 * Timeout in seconds of the request for a web page, and of the request for its image. Our choice.
 */
const PAGE_SECONDS = 10
/**
 * Maximum bytes that are read of a web page: 2 MiB. The metadata is at the start of the page. Our
 * choice.
 */
const MAX_PAGE_BYTES = 2_097_152
/** Maximum number of redirects. Our choice. */
const MAX_REDIRECTS = 4
const REDIRECTS = [301, 302, 303, 307, 308]
/** Maximum characters of a title. Our choice. */
const MAX_TITLE_LENGTH = 300
/** Maximum characters of a description. Our choice. */
const MAX_DESCRIPTION_LENGTH = 1000

/** Response to the request for a URL. */
interface Found {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly url: string
}

/**
 * Fetches a URL that a user entered. Every redirect has to lead to a public https host. Sends no
 * token and limits the size of the response.
 */
async function fetchPublic(address: string, maxReplyBytes: number, { http }: Call): Promise<Found> {
  let url = address
  for (let step = 0; step <= MAX_REDIRECTS; step += 1) {
    const { status, headers, data } = await http.request('GET', url, null, {
      auth: 'none',
      fromPerson: true,
      retry: 'never',
      timeoutSeconds: PAGE_SECONDS,
      accept: REDIRECTS,
      replyAs: 'bytes',
      maxReplyBytes,
    })
    if (data instanceof Uint8Array) return { bytes: data, contentType: headers['content-type'] ?? '', url }
    const next = status >= 300 ? URL.parse(headers['location'] ?? '', url) : null
    if (next === null) return { bytes: new Uint8Array(), contentType: '', url }
    url = next.href
  }
  throw unreadable(`${new URL(address).host} redirects too often.`)
}

function decode({ bytes, contentType }: Found): string {
  const charset = /charset="?([\w-]{1,32})/i.exec(contentType.slice(0, 200))?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** Creates the refusal of a link card whose page cannot be read. */
function unreadable(message: string, cause?: unknown): InvalidPostError {
  const issue = { field: 'options', code: 'LINK_CARD_UNREADABLE', optionPath: 'external', message } as const
  const issues = [{ ...issue, userText: TEXTS.LINK_CARD_UNREADABLE }]
  return new InvalidPostError(message, { platform: 'bluesky', cause, issues })
}

/**
 * Converts an error of the web page to an InvalidPostError. The application can instead set title
 * and description itself.
 */
function toRefusal(error: unknown, uri: string): unknown {
  if (!SocialBaseError.is(error) || NetworkError.is(error) || RateLimitError.is(error)) return error
  const why = ConfigError.is(error) ? 'its URL is not a public https URL' : 'it returned an error'
  return unreadable(
    `The page ${uri.slice(0, 200)} cannot be read for its link card: ${why}. Pass options.external.title and description, or remove options.external.`,
    error,
  )
}

/** Uploads the image of a web page. Returns undefined when the image is not available. */
async function uploadThumb(picture: string, call: PublishCall): Promise<Card['thumb']> {
  try {
    const { bytes, contentType } = await fetchPublic(picture, MAX_THUMB_BYTES, call)
    if (!contentType.startsWith('image/') || bytes.length === 0) return undefined
    const options = { body: bytes, contentType: contentType.split(';')[0] ?? '', retry: 'always' } as const
    return (await call.http.post('/xrpc/com.atproto.repo.uploadBlob', blobReply, options)).blob
  } catch (error) {
    if (!SocialBaseError.is(error) || call.signal.aborted) throw error
    call.warn(`The link card is created without a picture: ${error.message}`)
    return undefined
  }
}

/**
 * Returns the link card of a post. Without a title, reads the web page once and saves its
 * metadata, so that all attempts create the same card.
 *
 * @throws InvalidPostError when the page cannot be read.
 */
export async function readCard(
  { options: { external }, media }: Pick<Post<ReadOptions>, 'options' | 'media'>,
  begun: Progressed,
  call: PublishCall,
): Promise<{ readonly card: Card | null; readonly progress: Progressed }> {
  if (!external) return { card: null, progress: begun }
  const { uri, title, description } = external
  if (title !== undefined) return { card: { uri, title, description: description ?? '' }, progress: begun }
  if (begun.card !== null) return { card: begun.card, progress: begun }
  const found = await fetchPublic(uri, MAX_PAGE_BYTES, call).catch((error: unknown) => {
    throw toRefusal(error, uri)
  })
  const page = readPage(decode(found))
  // If the post has an image, the card uses that image instead of the image of the page.
  const picture = page.picture === null || media.length > 0 ? null : URL.parse(page.picture, found.url)
  const thumb = picture === null ? undefined : await uploadThumb(picture.href, call)
  const card: Card = {
    uri,
    title: (page.title ?? new URL(uri).host).slice(0, MAX_TITLE_LENGTH).toWellFormed(),
    description: (description ?? page.description ?? '').slice(0, MAX_DESCRIPTION_LENGTH).toWellFormed(),
    ...(thumb && { thumb }),
  }
  const uploadedAt = begun.uploadedAt ?? call.clock.now().toISOString()
  const progress = { ...begun, card, uploadedAt }
  await call.checkpoint({ step: 'PREPARE', data: toData(progress) })
  return { card, progress }
}
