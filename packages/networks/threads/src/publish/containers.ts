import {
  type Call,
  type Fields,
  InvalidPostError,
  networkWords,
  PlatformError,
  type Post,
  type PublishCall,
  quoteNetwork,
} from '@social/core/platform'
import { idPath } from '@social/meta-kit'

import { FIRST_WAIT, LONGEST_WAIT } from '../limits/index.js'
import type { ReadOptions, Settings } from '../options.js'
import { containerReply, idReply } from '../schemas.js'
import type { PostKind } from './check.js'
import { parentFields, pieceFields } from './fields.js'
import { type Kept, keep, NOTHING } from './receipt.js'

/** How a container is getting on. */
export interface ContainerStatus {
  /** `FINISHED`, `IN_PROGRESS`, `ERROR`, `EXPIRED`, `PUBLISHED`; null where Threads says none. */
  readonly word: string | null
  /** Threads' own word for what is wrong: `FAILED_DOWNLOADING_VIDEO`; '' for none. */
  readonly words: string
}

/** Asks a container how it is getting on; one request. */
export async function readStatus(
  containerId: string,
  { http }: Pick<Call, 'http'>,
): Promise<ContainerStatus> {
  const query = { fields: 'status,error_message' }
  const { status, error_message: words } = await http.get(idPath(containerId), containerReply, { query })
  return { word: status, words: networkWords(words) }
}

async function makeContainer(form: Fields, call: PublishCall): Promise<string> {
  const { id } = await call.http.post(idPath(call.connection.accountId, 'threads'), idReply, { form })
  return id
}

/** What a wait for one container goes by. */
interface WaitRule {
  readonly hasVideo: boolean
  readonly settings: Settings
}

/**
 * Waits until a container can be published: looks at once, then after 1, 2, 4 … seconds, at videos every half a minute.
 *
 * @returns The word it ended with; null where Threads says none of something without a video, which is then published at once.
 * @throws InvalidPostError when Threads cannot use the file.
 * @throws PlatformError when the container has run out, or is not ready in time.
 */
async function waitUntilReady(containerId: string, { hasVideo, settings }: WaitRule, call: PublishCall) {
  const { checkEverySeconds, waitUpToSeconds } = settings
  let waited = 0
  let pause = hasVideo ? checkEverySeconds : FIRST_WAIT
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
        `threads was not ready after ${waitUpToSeconds} seconds (container ${containerId}). Post again with the same key: it goes on from there, within a day.`,
        { platform: 'threads' },
      )
    const seconds = Math.min(pause, waitUpToSeconds - waited)
    await call.clock.sleep(seconds, { signal: call.signal })
    waited += seconds
    if (!hasVideo) pause = Math.min(pause * 2, LONGEST_WAIT)
  }
}

/** A file that Threads cannot use. Nothing was published. */
export function unusable(words: string): InvalidPostError {
  return new InvalidPostError(
    `${quoteNetwork('threads could not use the file', words)} Nothing was published. Correct it, and post again.`,
    { platform: 'threads' },
  )
}

/** A container of more than a day: nothing came of it, and nothing can. */
class RunOut extends PlatformError {
  constructor() {
    super('What was made ready at threads has run out: it was not published within a day. Post again.', {
      platform: 'threads',
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
 * Makes the containers that are not there yet, each written down as soon as it is, and waits for each. What Threads says
 * has run out is made anew: the clock of this machine may be behind.
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
  if (kind === 'CAROUSEL' && prepared.parent === null) {
    for (const one of media.slice(prepared.pieces.length))
      await remember({
        pieces: [...prepared.pieces, await makeContainer(await pieceFields(one, call), call)],
      })
    for (const [index, piece] of prepared.pieces.entries())
      await waitUntilReady(piece, { hasVideo: media[index]?.kind === 'VIDEO', settings }, call)
  }
  const { pieces } = prepared
  const parent =
    prepared.parent ?? (await makeContainer(await parentFields(post, { kind, pieces }, call), call))
  if (prepared.parent === null) await remember({ parent })
  const hasVideo = media.some((one) => one.kind === 'VIDEO')
  return { prepared, parent, word: await waitUntilReady(parent, { hasVideo, settings }, call) }
}
