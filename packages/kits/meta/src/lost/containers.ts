import {
  type Fields,
  InvalidPostError,
  invalidPost,
  type Media,
  PlatformError,
  type PostResult,
  type PublishCall,
  quoteNetwork,
  type SocialBaseError,
  withoutStops,
} from '@social/core/platform'
import * as v from 'valibot'

import { faultOf, type RefusedPart } from '../errors/index.js'
import { LostContainer, type StatusRules, waitUntilReady } from './container-status.js'

/**
 * Maximum number of times that one call creates the containers of a post, if the network loses
 * them. Our choice. Other clients also use three
 * (https://github.com/nopara73/LongevityWorldCup/pull/815, 2026-07-27).
 */
const MAX_PREPARATIONS = 3
/**
 * Maximum number of attempts to create a container if the network could not fetch the file. One of
 * six pictures of the same host failed in the same second
 * (https://github.com/gitroomhq/postiz-app/pull/1900, 2026-08-17).
 */
const FETCH_ATTEMPTS = 3
/** Seconds between two attempts for `FETCH_ATTEMPTS`. */
const FETCH_PAUSE_SECONDS = 5
/** Error codes of the network for a file that could not be fetched from its URL. */
const UNFETCHED = { code: 9004, subcode: 2_207_052 } as const
/**
 * Usable lifetime of a container in milliseconds: a day, minus an hour as safety margin.
 * https://developers.facebook.com/docs/instagram-platform/content-publishing,
 * https://developers.facebook.com/documentation/threads/troubleshooting (read 2026-11-22)
 */
const CONTAINER_LIVES_MS = 23 * 3_600_000

/**
 * Media containers of a post that exist on the network. A container is not visible to users until
 * it is published.
 */
export interface CreatedContainers {
  /** Ids of the containers of carousel items, in the order of the media. */
  readonly pieces: readonly string[]
  /** Id of the container to publish. Null if this container does not exist yet. */
  readonly parent: string | null
  readonly createdAt: string | null
}

const text = v.fallback(v.nullable(v.string()), null)

/** Schema entries for the containers in a receipt. */
export const createdContainerEntries = {
  pieces: v.fallback(v.pipe(v.array(v.string()), v.readonly()), []),
  parent: text,
  createdAt: text,
}

/** Value before any container was created. */
export const NO_CONTAINERS: CreatedContainers = { pieces: [], parent: null, createdAt: null }

/**
 * Returns the time until which the containers can be published. Returns null without containers.
 */
export function containersUsableUntil({ createdAt }: Pick<CreatedContainers, 'createdAt'>): Date | null {
  const since = Date.parse(createdAt ?? '')
  return Number.isNaN(since) ? null : new Date(since + CONTAINER_LIVES_MS)
}

/** Saves the ids of the created containers in the receipt. */
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

/** Creates the error for a file that the network cannot use. Nothing was published. */
export function unusableFile(
  platform: string,
  message: string,
  { remedy = 'Correct it, and post again.', ...issue }: Pick<RefusedPart, 'remedy' | 'userText'> = {},
): InvalidPostError {
  return invalidPost(platform, {
    field: 'media',
    code: 'MEDIA_FAILED',
    message: `${quoteNetwork(`${platform} could not use the file`, message)} Nothing was published. ${remedy}`,
    ...issue,
  })
}

/**
 * Refuses files that the network cannot fetch. Sends no request.
 *
 * @param canHostMedia - True if the client has a `mediaHost`.
 * @throws InvalidPostError for a file without a public URL, if the client has no media host.
 */
export function refuseLocalFiles(
  platform: string,
  media: readonly Media[],
  { canHostMedia }: { readonly canHostMedia: boolean },
): void {
  if (canHostMedia || media.every(({ url }) => url !== null)) return
  throw invalidPost(platform, {
    field: 'media',
    code: 'FILE_MUST_BE_PUBLIC',
    mediaIndex: media.findIndex(({ url }) => url === null),
    message: `${platform} fetches files from a public URL. Pass Media.fromUrl(...), or set the mediaHost of the client.`,
  })
}

/** Rules of one network for creating containers and querying their statuses. */
export interface ContainerRules extends StatusRules {
  /**
   * Creates a container and returns its id. Outages are retried (`retry: 'always'`), because users
   * cannot see a duplicate container.
   */
  make(form: Fields, call: PublishCall): Promise<string>
  /** Returns true for a refusal that means that the container is missing. */
  isLost(error: unknown): error is SocialBaseError
}

/**
 * Fields for creating the containers of a post. The fields contain the URLs of the files, which
 * the network fetches.
 */
export interface ContainerPlan {
  readonly media: readonly Media[]
  /**
   * True for a carousel: each file has its own container, and a parent container lists these
   * containers.
   */
  readonly isCarousel: boolean
  /** `index` is the index of the file in `media`. */
  pieceFields(media: Media, address: string, index: number): Fields
  /**
   * Returns the fields of the container to publish. `address` is the URL of the single file. Null
   * for a post without files and for carousels.
   */
  parentFields(made: { readonly pieces: readonly string[]; readonly address: string | null }): Fields
}

/** A container that is ready to be published. */
export interface ReadyContainer<T extends CreatedContainers> {
  readonly prepared: T
  readonly parent: string
  /** Last status of the container. Null if the status is unknown. */
  readonly word: string | null
}

/** Rules of the network, and containers of earlier attempts. */
interface Making<T extends CreatedContainers> {
  readonly rules: ContainerRules
  /** Containers of an earlier attempt, and the other data of its receipt. */
  readonly made: T
}

/** Returns true if the network could not fetch the file. Another attempt may succeed. */
function isUnfetched(error: unknown): boolean {
  const fault = InvalidPostError.is(error) ? faultOf(error.raw) : null
  return fault !== null && (fault.code === UNFETCHED.code || fault.subcode === UNFETCHED.subcode)
}

/**
 * Creates one container. If the network could not fetch the file, the request is repeated, because
 * users cannot see a duplicate container.
 */
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

/**
 * Creates the error for a request whose container is missing on the network. A later attempt may
 * succeed.
 */
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
    // Saves the receipt before the container is requested, so that a later attempt can release the
    // hosted file.
    await remember({})
    return url
  }
  const { media, isCarousel } = plan
  if (isCarousel && prepared.parent === null) {
    for (const one of media.slice(prepared.pieces.length)) {
      const form = plan.pieceFields(one, await addressOf(one), prepared.pieces.length)
      const container = await makeContainer(form, rules, call)
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
 * Creates the missing containers of a post, waits until they are ready, and publishes the post.
 * Each container is saved in the receipt immediately. Containers that the network lost are created
 * again, up to `MAX_PREPARATIONS` times.
 *
 * @param making - `nothing` is the receipt data of a post without containers.
 * @param publish - Publishes a container. Throws `LostContainer` only if the container cannot have
 * become a post.
 * @throws The error inside the last `LostContainer`.
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
      // Deletes the containers from the receipt, so that a later attempt with the same key creates
      // new containers.
      await keepContainers(NO_CONTAINERS, call)
      if (!error.isTemporary || preparation === MAX_PREPARATIONS) throw error.error
      made = nothing
    }
}
