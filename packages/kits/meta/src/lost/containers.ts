import {
  type Fields,
  InvalidPostError,
  type Media,
  PlatformError,
  type PostResult,
  type PublishCall,
  quoteNetwork,
  type SocialBaseError,
  withoutStops,
} from '@social/core/platform'
import * as v from 'valibot'

import { faultOf } from '../errors/index.js'
import { LostContainer, type StatusRules, waitUntilReady } from './container-status.js'

/** Containers that one call makes of a post, or of one of its pieces, when the network loses them. Our choice: three, as
 *  clients in production do (https://github.com/nopara73/LongevityWorldCup/pull/815, 2026-07-27). */
const MAX_PREPARATIONS = 3
/** Attempts to make one container of a file that the network could not fetch, and seconds between them: one of six pictures
 *  of the same host failed in the same second (https://github.com/gitroomhq/postiz-app/pull/1900, 2026-08-17). */
const FETCH_ATTEMPTS = 3
/** @see FETCH_ATTEMPTS */
const FETCH_PAUSE_SECONDS = 5
/** Code and subcode of a file that could not be fetched from its address. */
const UNFETCHED = { code: 9004, subcode: 2_207_052 } as const
/** How long a container lives: a day; an hour less, so that none ends on its way.
 *  https://developers.facebook.com/docs/instagram-platform/content-publishing,
 *  https://developers.facebook.com/documentation/threads/troubleshooting (read 2026-11-22) */
const CONTAINER_LIVES_MS = 23 * 3_600_000

/** Containers of a post that are at the network, and that nobody sees yet. */
export interface CreatedContainers {
  /** Those of the pieces of a carousel, in the order of the media. */
  readonly pieces: readonly string[]
  /** The one that is published. */
  readonly parent: string | null
  readonly createdAt: string | null
}

const text = v.fallback(v.nullable(v.string()), null)

/** What a receipt keeps of them, as entries of its schema. */
export const createdContainerEntries = {
  pieces: v.fallback(v.pipe(v.array(v.string()), v.readonly()), []),
  parent: text,
  createdAt: text,
}

/** Nothing is at the network yet. */
export const NO_CONTAINERS: CreatedContainers = { pieces: [], parent: null, createdAt: null }

/** Until when containers may be used; null where there are none. */
export function containersUsableUntil({ createdAt }: Pick<CreatedContainers, 'createdAt'>): Date | null {
  const since = Date.parse(createdAt ?? '')
  return Number.isNaN(since) ? null : new Date(since + CONTAINER_LIVES_MS)
}

/** Writes down what is at the network. */
export async function keepContainers(
  { pieces, parent, createdAt }: CreatedContainers,
  call: PublishCall,
): Promise<void> {
  await call.checkpoint({
    step: 'PREPARE',
    data: { pieces: [...pieces], parent, createdAt },
    repeatableUntil: containersUsableUntil({ createdAt }),
  })
}

/** A file that the network cannot use. Nothing was published. */
export function unusableFile(
  platform: string,
  words: string,
  remedy = 'Correct it, and post again.',
): InvalidPostError {
  return new InvalidPostError(
    `${quoteNetwork(`${platform} could not use the file`, words)} Nothing was published. ${remedy}`,
    { platform },
  )
}

/**
 * Refuses files that the network cannot fetch, before any request.
 *
 * @param canHostMedia - True when the client has a `mediaHost`.
 * @throws InvalidPostError for a file without a public address where no media host can give it one.
 */
export function refuseLocalFiles(
  platform: string,
  media: readonly Media[],
  { canHostMedia }: { readonly canHostMedia: boolean },
): void {
  if (canHostMedia || media.every(({ url }) => url !== null)) return
  throw new InvalidPostError(
    `${platform} fetches files from a public address itself. Pass Media.fromUrl(...), or give the client a mediaHost.`,
    { platform },
  )
}

/** How one network makes containers, and how their status is read. */
export interface ContainerRules extends StatusRules {
  /** Makes a container, and gives its id. No user sees it, so it is repeated on outages (`retry: 'always'`). */
  make(form: Fields, call: PublishCall): Promise<string>
  /** True for a refusal that says that a container is not there. */
  isLost(error: unknown): error is SocialBaseError
}

/** What the containers of a post are made from. Files are addresses here: the network fetches them. */
export interface ContainerPlan {
  readonly media: readonly Media[]
  /** True when each file has a container of its own, and the post one that names them. */
  readonly isCarousel: boolean
  pieceFields(media: Media, address: string): Fields
  /** `address` is that of the only file; null for none, and for a carousel. */
  parentFields(made: { readonly pieces: readonly string[]; readonly address: string | null }): Fields
}

/** What is ready to be published. */
export interface ReadyContainer<T extends CreatedContainers> {
  readonly prepared: T
  readonly parent: string
  /** The word it ended with; null where the network says none. */
  readonly word: string | null
}

/** What one try goes by. */
interface Making<T extends CreatedContainers> {
  readonly rules: ContainerRules
  /** What an earlier try left, with what else its receipt holds. */
  readonly made: T
}

/** True for a file that could not be fetched this time. */
function isUnfetched(error: unknown): boolean {
  const fault = InvalidPostError.is(error) ? faultOf(error.raw) : null
  return fault !== null && (fault.code === UNFETCHED.code || fault.subcode === UNFETCHED.subcode)
}

/** Makes one container. A file that could not be fetched is tried again: no user sees a container. */
async function makeContainer(form: Fields, rules: ContainerRules, call: PublishCall): Promise<string> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await rules.make(form, call)
    } catch (error) {
      if (rules.isLost(error)) throw lostFor(rules.platform, error)
      if (!isUnfetched(error) || attempt === FETCH_ATTEMPTS) throw error
      await call.clock.sleep(FETCH_PAUSE_SECONDS, { signal: call.signal })
    }
}

/** A container that a request named and the network does not have. It is worth another attempt later. */
export function lostFor(platform: string, refusal: SocialBaseError): LostContainer {
  const error = new PlatformError(
    `${withoutStops(refusal.message)}. Nothing was published. Post again with the same idempotency key in 30 seconds.`,
    { platform, raw: refusal.raw, cause: refusal, isOutage: true },
  )
  return new LostContainer({ error, isTemporary: true })
}

const isVideo = ({ kind }: Media): boolean => kind === 'VIDEO'

async function prepareFrom<T extends CreatedContainers>(
  plan: ContainerPlan,
  { rules, made }: Making<T>,
  call: PublishCall,
): Promise<ReadyContainer<T>> {
  let prepared: T = { ...made, createdAt: made.createdAt ?? call.clock.now().toISOString() }
  const remember = async (change: Partial<CreatedContainers>): Promise<void> => {
    prepared = { ...prepared, ...change }
    await keepContainers(prepared, call)
  }
  const addressOf = async (media: Media): Promise<string> => {
    if (media.url !== null) return media.url
    const { url } = await call.hostMedia(media)
    // Written down before the network hears of it: a later try knows what to release.
    await remember({})
    return url
  }
  const { media, isCarousel } = plan
  if (isCarousel && prepared.parent === null) {
    for (const one of media.slice(prepared.pieces.length)) {
      const container = await makeContainer(plan.pieceFields(one, await addressOf(one)), rules, call)
      await remember({ pieces: [...prepared.pieces, container] })
    }
    for (const [index, piece] of prepared.pieces.entries())
      await waitUntilReady(piece, media.slice(index, index + 1).some(isVideo), rules, call)
  }
  const makeParent = async (): Promise<string> => {
    const [first] = media
    const address = isCarousel || first === undefined ? null : await addressOf(first)
    const container = await makeContainer(
      plan.parentFields({ pieces: prepared.pieces, address }),
      rules,
      call,
    )
    await remember({ parent: container })
    return container
  }
  const parent = prepared.parent ?? (await makeParent())
  const word = await waitUntilReady(parent, media.some(isVideo), rules, call)
  return { prepared, parent, word }
}

/**
 * Makes the containers of a post that are not there yet, each written down immediately, waits for each, and publishes. What
 * the network lost is made again, a bounded number of times.
 *
 * @param making - `nothing` is what a receipt contains of a post of which nothing is there.
 * @param publish - Publishes a container. It throws `LostContainer` only when nothing can have come of the container.
 * @throws The error of the last `LostContainer` when no further one is made.
 */
export async function publishPrepared<T extends CreatedContainers>(
  plan: ContainerPlan,
  making: Making<T> & { readonly nothing: T },
  publish: (ready: ReadyContainer<T>) => Promise<PostResult>,
  call: PublishCall,
): Promise<PostResult> {
  const { rules, nothing } = making
  let { made } = making
  for (let preparation = 1; ; preparation += 1)
    try {
      return await publish(await prepareFrom(plan, { rules, made }, call))
    } catch (error) {
      if (!(error instanceof LostContainer)) throw error
      // It can never be published: the same key starts again.
      await keepContainers(NO_CONTAINERS, call)
      if (!error.isTemporary || preparation === MAX_PREPARATIONS) throw error.error
      made = nothing
    }
}
