import {
  type Call,
  type Fields,
  InvalidPostError,
  type Media,
  networkWords,
  PlatformError,
  type Post,
  type PublishCall,
  quoteNetwork,
} from '@social/core/platform'
import { idPath } from '@social/meta-kit'

import { FIRST_PICTURE_WAIT, LONGEST_PICTURE_WAIT } from '../limits.js'
import type { ReadOptions, Settings } from '../options.js'
import { containerReply, idReply } from '../schemas.js'
import type { PostKind } from './check.js'
import { type Kept, keep, NOTHING } from './receipt.js'

/** How a container is getting on. */
export interface ContainerStatus {
  /** `FINISHED`, `IN_PROGRESS`, `ERROR`, `EXPIRED`, `PUBLISHED`; null where Instagram says none. */
  readonly word: string | null
  /** Instagram's own sentence; '' for none. */
  readonly words: string
}

/** Asks a container how it is getting on; one request. */
export async function readStatus(
  containerId: string,
  { http }: Pick<Call, 'http'>,
): Promise<ContainerStatus> {
  const query = { fields: 'status_code,status' }
  const { status_code: word, status } = await http.get(idPath(containerId), containerReply, { query })
  return { word, words: networkWords(status) }
}

/** Where the file can be fetched: its own address, or that of the media host. */
async function addressOf(media: Media, call: PublishCall): Promise<string> {
  return media.url ?? (await call.hostMedia(media)).url
}

async function fileFields(media: Media, call: PublishCall): Promise<Fields> {
  const address = await addressOf(media, call)
  return media.kind === 'VIDEO' ? { video_url: address } : { image_url: address }
}

const altTextOf = ({ kind, altText }: Media): string | null => (kind === 'VIDEO' ? null : altText)
const listOf = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))
const captionOf = (text: string): string | null => (text === '' ? null : text)

/** One piece of a carousel: no caption, and a video is no reel there. */
async function pieceFields(media: Media, call: PublishCall): Promise<Fields> {
  return {
    ...(await fileFields(media, call)),
    ...(media.kind === 'VIDEO' && { media_type: 'VIDEO' }),
    is_carousel_item: true,
    alt_text: altTextOf(media),
  }
}

/** What every post but a story may say of itself. */
function commonFields({ text, options }: Post<ReadOptions>): Fields {
  const { collaborators, locationId, isAiGenerated } = options
  return {
    caption: captionOf(text),
    collaborators: listOf(collaborators),
    location_id: locationId,
    is_ai_generated: isAiGenerated,
  }
}

async function singleFields(
  post: Post<ReadOptions>,
  kind: PostKind,
  media: Media,
  call: PublishCall,
): Promise<Fields> {
  const { options } = post
  const file = { ...(await fileFields(media, call)), user_tags: listOf(options.userTags) }
  if (kind === 'STORY') return { ...file, media_type: 'STORIES', is_ai_generated: options.isAiGenerated }
  if (kind === 'PICTURE') return { ...file, ...commonFields(post), alt_text: altTextOf(media) }
  return {
    ...file,
    ...commonFields(post),
    media_type: 'REELS',
    share_to_feed: options.shareToFeed,
    cover_url: options.coverUrl,
    thumb_offset: options.thumbOffsetMs,
    audio_name: options.audioName,
    trial_params: options.trial === undefined ? null : JSON.stringify({ graduation_strategy: options.trial }),
  }
}

async function makeContainer(form: Fields, call: PublishCall): Promise<string> {
  const path = idPath(call.connection.accountId, 'media')
  const { id } = await call.http.post(path, idReply, { form })
  return id
}

/** What a wait for one container goes by. */
interface WaitRule {
  readonly hasVideo: boolean
  readonly settings: Settings
}

/**
 * Waits until a container can be published: looks at once, at pictures after 1, 2, 4 … seconds, at videos once a minute.
 *
 * @returns The word it ended with; null where Instagram says none of a picture, which is then published at once.
 * @throws InvalidPostError when Instagram cannot use the file.
 * @throws PlatformError when the container has run out, or is not ready in time.
 */
async function waitUntilReady(containerId: string, { hasVideo, settings }: WaitRule, call: PublishCall) {
  const { checkEverySeconds, waitUpToSeconds } = settings
  let waited = 0
  let pause = hasVideo ? checkEverySeconds : FIRST_PICTURE_WAIT
  while (true) {
    const { word, words } = await readStatus(containerId, call)
    if (word === 'FINISHED' || word === 'PUBLISHED' || (word === null && !hasVideo)) return word
    if (word === 'ERROR' || word === 'EXPIRED') {
      // It will never be published: the same key begins anew.
      await keep(NOTHING, call)
      throw word === 'ERROR' ? unusable(words) : new RunOut()
    }
    if (waited >= waitUpToSeconds)
      throw new PlatformError(
        `instagram was not ready after ${waitUpToSeconds} seconds (container ${containerId}). Post again with the same key: it goes on from there, within a day.`,
        { platform: 'instagram' },
      )
    const seconds = Math.min(pause, waitUpToSeconds - waited)
    await call.clock.sleep(seconds, { signal: call.signal })
    waited += seconds
    if (!hasVideo) pause = Math.min(pause * 2, LONGEST_PICTURE_WAIT)
  }
}

/** A file that Instagram cannot use. Nothing was published. */
export function unusable(words: string): InvalidPostError {
  return new InvalidPostError(
    `${quoteNetwork('instagram could not use the file', words)} Nothing was published.`,
    {
      platform: 'instagram',
    },
  )
}

/** A container of more than a day: nothing came of it, and nothing can. */
class RunOut extends PlatformError {
  constructor() {
    super('The upload to instagram has run out: it was not published within a day. Post again.', {
      platform: 'instagram',
      isOutage: false,
    })
  }
}

/** What a post is prepared with, and from. */
interface Preparing {
  readonly kind: PostKind
  readonly settings: Settings
  readonly kept: Kept
}

/** What is ready to be published. */
interface Prepared {
  readonly prepared: Kept
  readonly parent: string
  readonly word: string | null
}

/**
 * Makes the containers that are not there yet, each written down as soon as it is, and waits for each. What Instagram
 * says has run out is made anew: the clock of this machine may be behind.
 */
export async function prepare(
  post: Post<ReadOptions>,
  preparing: Preparing,
  call: PublishCall,
): Promise<Prepared> {
  try {
    return await prepareFrom(post, preparing, call)
  } catch (error) {
    if (!(error instanceof RunOut) || preparing.kept.madeAt === null) throw error
    return prepareFrom(post, { ...preparing, kept: NOTHING }, call)
  }
}

async function prepareFrom(
  post: Post<ReadOptions>,
  { kind, settings, kept }: Preparing,
  call: PublishCall,
): Promise<Prepared> {
  const { media } = post
  const madeAt = kept.madeAt ?? call.clock.now().toISOString()
  let prepared: Kept = { ...kept, madeAt, sent: null }
  const remember = async (change: Partial<Kept>): Promise<void> => {
    prepared = { ...prepared, ...change }
    await keep(prepared, call)
  }
  if (kind === 'CAROUSEL') {
    for (const one of media.slice(prepared.pieces.length))
      await remember({
        pieces: [...prepared.pieces, await makeContainer(await pieceFields(one, call), call)],
      })
    if (prepared.parent === null)
      for (const [index, piece] of prepared.pieces.entries())
        await waitUntilReady(piece, { hasVideo: media[index]?.kind === 'VIDEO', settings }, call)
  }
  if (prepared.parent === null) {
    const [first] = media
    const form =
      kind === 'CAROUSEL' || first === undefined
        ? { media_type: 'CAROUSEL', children: prepared.pieces.join(','), ...commonFields(post) }
        : await singleFields(post, kind, first, call)
    await remember({ parent: await makeContainer(form, call) })
  }
  const parent = prepared.parent ?? ''
  const hasVideo = media.some((one) => one.kind === 'VIDEO')
  return { prepared, parent, word: await waitUntilReady(parent, { hasVideo, settings }, call) }
}
