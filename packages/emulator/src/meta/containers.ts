import { fetchFile, type FetchedFile, type FetchProblem } from './fetch-file.js'
import { beside, type GraphState, later } from './state.js'

/** How a container is getting on. */
export type ContainerStage = 'IN_PROGRESS' | 'FINISHED' | 'ERROR' | 'EXPIRED' | 'PUBLISHED'

/** Something that is made ready and then published. */
export interface Container {
  readonly id: string
  readonly owner: string
  readonly createdAt: Date
  /** `IMAGE`, `REELS`, `CAROUSEL`… as the call named it. */
  readonly kind: string
  /** True for a piece of a carousel. */
  readonly isPiece: boolean
  /** True when it is a video or holds one. */
  readonly hasVideo: boolean
  readonly children: readonly string[]
  /** The parameters it was made with. */
  readonly given: Readonly<Record<string, string>>
  readonly readyAt: Date
  /** The address of a video that is fetched beside the call; null for none. */
  readonly url: string | null
  stage: ContainerStage
  /** The network's word, or number, for what went wrong. */
  error: string | null
  file: FetchedFile | null
  /** The download that runs. */
  fetching: Promise<void> | null
  mediaId: string | null
  /** Until when it still says `FINISHED` although it is out; null for the truth. */
  reportsFinishedUntil: Date | null
  /** True when the network lost it: its status stays as it is, and it can never be published. */
  isLost: boolean
}

/** How containers behave. */
export interface ContainerSettings {
  readonly pictureSeconds: number
  readonly videoSeconds: number
  /** How long a container can be published. */
  readonly containerSeconds: number
  /** Seconds a published container goes on saying `FINISHED`. */
  readonly publishedLagSeconds: number
  /** True keeps containers in progress, whatever the time. */
  readonly stuck: boolean
  /** Calls in which the status is left out of the answer. */
  readonly omitStatus: boolean
  /**
   * Seconds after its creation in which reading a container is refused with 100/33, although it can be published: seen in
   * production for days. https://github.com/gitroomhq/postiz-app/issues/1562 (2026-05-26)
   */
  readonly unreadableSeconds: number
}

/** What containers begin with. Both networks keep one for 24 hours. */
export const CONTAINER_DEFAULTS: ContainerSettings = {
  pictureSeconds: 0,
  videoSeconds: 60,
  containerSeconds: 86_400,
  publishedLagSeconds: 0,
  stuck: false,
  omitStatus: false,
  unreadableSeconds: 0,
}

/** The part of a server that has containers. */
export interface ContainerState extends GraphState {
  readonly containers: Map<string, Container>
  containerSettings: ContainerSettings
  /** Errors that the next containers end with. */
  readonly nextErrors: string[]
  /** How many of the next containers the network loses. */
  containersToLose: number
}

/** What is fetched, and how its failures are called. */
export interface VideoRules {
  readonly largestBytes: number
  /** The network's word for a file that could not be fetched. */
  readonly notFetched: (problem: FetchProblem) => string
  /** The network's word for a file that is no video; null when it is one. */
  readonly problemOf: (file: FetchedFile) => string | null
}

/** Keeps a container. */
export function keepContainer(
  state: ContainerState,
  parts: Pick<
    Container,
    'id' | 'owner' | 'kind' | 'isPiece' | 'hasVideo' | 'children' | 'given' | 'url' | 'file'
  >,
): Container {
  const { pictureSeconds, videoSeconds } = state.containerSettings
  const createdAt = state.clock.now()
  const container: Container = {
    ...parts,
    createdAt,
    readyAt: later(createdAt, parts.hasVideo ? videoSeconds : pictureSeconds),
    stage: 'IN_PROGRESS',
    error: state.nextErrors.shift() ?? null,
    fetching: null,
    mediaId: null,
    reportsFinishedUntil: null,
    isLost: state.containersToLose > 0,
  }
  if (container.isLost) state.containersToLose -= 1
  state.containers.set(container.id, container)
  return container
}

async function fetchVideo(
  state: ContainerState,
  container: Container,
  url: string,
  rules: VideoRules,
): Promise<void> {
  const fetched = await fetchFile(state, url, rules.largestBytes)
  if (typeof fetched === 'string') {
    container.error ??= rules.notFetched(fetched)
    return
  }
  container.file = fetched
  container.error ??= rules.problemOf(fetched)
}

/** Begins the downloads whose time has come. */
export function startDownloads(state: ContainerState, rules: VideoRules): void {
  const now = state.clock.now()
  for (const container of state.containers.values()) {
    const { url, file, fetching, stage, createdAt } = container
    const isDue = later(createdAt, state.settings.fetchAfterSeconds) <= now
    if (url === null || file !== null || fetching !== null || stage !== 'IN_PROGRESS' || !isDue) continue
    container.fetching = fetchVideo(state, container, url, rules)
    beside(state, container.fetching)
  }
}

const isDue = (state: ContainerState, { readyAt }: Container): boolean =>
  !state.containerSettings.stuck && readyAt <= state.clock.now()

/**
 * Brings a container up to the present. A video whose time has come is waited for while it still arrives, so that the
 * answer depends on the clock and not on the machine.
 */
export async function completeContainer(state: ContainerState, container: Container): Promise<void> {
  if (container.stage === 'IN_PROGRESS' && isDue(state, container)) {
    await container.fetching
    if (container.stage === 'IN_PROGRESS') container.stage = container.error === null ? 'FINISHED' : 'ERROR'
  }
  const end = later(container.createdAt, state.containerSettings.containerSeconds)
  if (container.stage !== 'PUBLISHED' && container.stage !== 'ERROR' && end <= state.clock.now())
    container.stage = 'EXPIRED'
}

/** False in the seconds in which reading a container is refused. */
export function isReadable(state: ContainerState, { createdAt }: Container): boolean {
  return later(createdAt, state.containerSettings.unreadableSeconds) <= state.clock.now()
}

/** What the status call says: not the truth while it lags. */
export function reportedStage(state: ContainerState, container: Container): ContainerStage {
  const { reportsFinishedUntil: until } = container
  return container.stage === 'PUBLISHED' && until !== null && until > state.clock.now()
    ? 'FINISHED'
    : container.stage
}

/** Writes down that it is out, as what. Pieces go with the whole. */
export function markPublished(state: ContainerState, container: Container, mediaId: string): void {
  const lag = state.containerSettings.publishedLagSeconds
  container.stage = 'PUBLISHED'
  container.mediaId = mediaId
  container.reportsFinishedUntil = lag === 0 ? null : later(state.clock.now(), lag)
  for (const id of container.children) {
    const child = state.containers.get(id)
    if (child !== undefined) child.stage = 'PUBLISHED'
  }
}
