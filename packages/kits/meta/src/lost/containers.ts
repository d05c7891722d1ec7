import {
  type Fields,
  InvalidPostError,
  type Media,
  PlatformError,
  type PublishCall,
  quoteNetwork,
} from '@social/core/platform'
import * as v from 'valibot'

/** Backoff: seconds between two polls of a container without a video, doubled each time. Our choice. */
const FIRST_WAIT = 1
/** Seconds of the longest of those pauses. Our choice. */
const LONGEST_WAIT = 30
/** How long a container lives: a day; an hour less, so that none ends on its way.
 *  https://developers.facebook.com/docs/instagram-platform/content-publishing,
 *  https://developers.facebook.com/documentation/threads/troubleshooting (read 2026-11-22) */
const CONTAINER_LIVES_MS = 23 * 3_600_000

/** How a container is getting on. */
export interface ContainerStatus {
  /** `FINISHED`, `IN_PROGRESS`, `ERROR`, `EXPIRED`, `PUBLISHED`; null where the network says none. */
  readonly word: string | null
  /** The network's own words for what is wrong; '' for none. */
  readonly words: string
}

/** Containers of a post that are at the network, and that nobody sees yet. */
export interface MadeContainers {
  /** Those of the pieces of a carousel, in the order of the media. */
  readonly pieces: readonly string[]
  /** The one that is published. */
  readonly parent: string | null
  readonly madeAt: string | null
}

const text = v.fallback(v.nullable(v.string()), null)

/** What a receipt keeps of them, as entries of its schema. */
export const madeContainersEntries = {
  pieces: v.fallback(v.pipe(v.array(v.string()), v.readonly()), []),
  parent: text,
  madeAt: text,
}

/** Nothing is at the network yet. */
export const NO_CONTAINERS: MadeContainers = { pieces: [], parent: null, madeAt: null }

/** Until when containers may be used; null where there are none. */
export function containersUsableUntil({ madeAt }: Pick<MadeContainers, 'madeAt'>): Date | null {
  const since = Date.parse(madeAt ?? '')
  return Number.isNaN(since) ? null : new Date(since + CONTAINER_LIVES_MS)
}

/** Writes down what is at the network. */
export async function keepContainers(
  { pieces, parent, madeAt }: MadeContainers,
  call: PublishCall,
): Promise<void> {
  await call.checkpoint({
    step: 'PREPARE',
    data: { pieces: [...pieces], parent, madeAt },
    repeatableUntil: containersUsableUntil({ madeAt }),
  })
}

/** A file that the network cannot use. Nothing was published. */
export function unusableFile(platform: string, words: string): InvalidPostError {
  return new InvalidPostError(
    `${quoteNetwork(`${platform} could not use the file`, words)} Nothing was published. Correct it, and post again.`,
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

/** A container of more than a day: nothing came of it, and nothing can. */
class RunOut extends PlatformError {
  constructor(platform: string) {
    super(`What was made ready at ${platform} has run out: it was not published within a day. Post again.`, {
      platform,
      isOutage: false,
    })
  }
}

/** How one network makes containers, and how often it is asked about them. */
export interface ContainerRules {
  /** Registered name of the network. */
  readonly platform: string
  /** Seconds between two polls of a container with a video. */
  readonly checkEverySeconds: number
  /** Seconds in all, after which the status is not polled any more. */
  readonly waitUpToSeconds: number
  /** Makes a container, and gives its id. */
  make(form: Fields, call: PublishCall): Promise<string>
  readStatus(containerId: string, call: PublishCall): Promise<ContainerStatus>
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
export interface ReadyContainer<T extends MadeContainers> {
  readonly prepared: T
  readonly parent: string
  /** The word it ended with; null where the network says none. */
  readonly word: string | null
}

/** What one try goes by. */
interface Making<T extends MadeContainers> {
  readonly rules: ContainerRules
  /** What an earlier try left, with what else its receipt holds. */
  readonly made: T
}

/**
 * Waits until a container can be published: looks at once, then after 1, 2, 4 … seconds, at videos in even steps.
 *
 * @returns The word it ended with; null where the network says none of something without a video, which is then published at once.
 * @throws InvalidPostError when the network cannot use the file.
 * @throws PlatformError when the container has run out, or is not ready in time.
 */
async function waitUntilReady(
  containerId: string,
  hasVideo: boolean,
  rules: ContainerRules,
  call: PublishCall,
): Promise<string | null> {
  const { platform, checkEverySeconds, waitUpToSeconds } = rules
  let waited = 0
  let pause = hasVideo ? checkEverySeconds : FIRST_WAIT
  while (true) {
    const { word, words } = await rules.readStatus(containerId, call)
    if (word === 'FINISHED' || word === 'PUBLISHED' || (word === null && !hasVideo)) return word
    if (word === 'ERROR' || word === 'EXPIRED') {
      // It will never be published: the same key begins anew.
      await keepContainers(NO_CONTAINERS, call)
      throw word === 'ERROR' ? unusableFile(platform, words) : new RunOut(platform)
    }
    if (waited >= waitUpToSeconds)
      throw new PlatformError(
        `${platform} is still processing the post after ${waitUpToSeconds} seconds (container ${containerId}). Post again with the same idempotency key in a while: it goes on from there, within a day. ${platform}({ waitUpToSeconds }) makes it wait longer.`,
        { platform },
      )
    const seconds = Math.min(pause, waitUpToSeconds - waited)
    await call.clock.sleep(seconds, { signal: call.signal })
    waited += seconds
    if (!hasVideo) pause = Math.min(pause * 2, LONGEST_WAIT)
  }
}

const isVideo = ({ kind }: Media): boolean => kind === 'VIDEO'

async function prepareFrom<T extends MadeContainers>(
  plan: ContainerPlan,
  { rules, made }: Making<T>,
  call: PublishCall,
): Promise<ReadyContainer<T>> {
  let prepared: T = { ...made, madeAt: made.madeAt ?? call.clock.now().toISOString() }
  const remember = async (change: Partial<MadeContainers>): Promise<void> => {
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
      const container = await rules.make(plan.pieceFields(one, await addressOf(one)), call)
      await remember({ pieces: [...prepared.pieces, container] })
    }
    for (const [index, piece] of prepared.pieces.entries())
      await waitUntilReady(piece, media.slice(index, index + 1).some(isVideo), rules, call)
  }
  const makeParent = async (): Promise<string> => {
    const [first] = media
    const address = isCarousel || first === undefined ? null : await addressOf(first)
    const container = await rules.make(plan.parentFields({ pieces: prepared.pieces, address }), call)
    await remember({ parent: container })
    return container
  }
  const parent = prepared.parent ?? (await makeParent())
  const word = await waitUntilReady(parent, media.some(isVideo), rules, call)
  return { prepared, parent, word }
}

/**
 * Makes the containers of a post that are not there yet, each written down as soon as it is, and waits for each. What the
 * network says has run out is made anew: the clock of this machine may be behind.
 *
 * @param nothing - What a receipt holds of a post of which nothing is there.
 */
export async function prepareContainers<T extends MadeContainers>(
  plan: ContainerPlan,
  making: Making<T> & { readonly nothing: T },
  call: PublishCall,
): Promise<ReadyContainer<T>> {
  try {
    return await prepareFrom(plan, making, call)
  } catch (error) {
    if (!(error instanceof RunOut) || making.made.madeAt === null) throw error
    return prepareFrom(plan, { ...making, made: making.nothing }, call)
  }
}
