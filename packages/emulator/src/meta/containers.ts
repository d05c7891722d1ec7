import { fetchFile, type FetchedFile, type FetchProblem } from './fetch-file.js'
import { track, type GraphState, later } from './state.js'

/** Processing state of a container. */
export type ContainerStage = 'IN_PROGRESS' | 'FINISHED' | 'ERROR' | 'EXPIRED' | 'PUBLISHED'

/** Media that the client prepares with one call and publishes with a second call. */
export interface Container {
  readonly id: string
  readonly owner: string
  readonly createdAt: Date
  /** Media type as sent in the call: `IMAGE`, `REELS`, `CAROUSEL`… */
  readonly kind: string
  /** True if the container is an item of a carousel. */
  readonly isPiece: boolean
  /** True if the container is or contains a video. */
  readonly hasVideo: boolean
  readonly children: readonly string[]
  /** Parameters of the call that created the container. */
  readonly given: Readonly<Record<string, string>>
  readonly readyAt: Date
  /** URL of a video that the server fetches in the background. Null if there is no such video. */
  readonly url: string | null
  stage: ContainerStage
  /** The network's text or number for the error. Null if the container has no error. */
  error: string | null
  file: FetchedFile | null
  /** Download of the file that is running now. Null if no download is running. */
  fetching: Promise<void> | null
  mediaId: string | null
  /**
   * Time until which a published container still reports `FINISHED`. Null if the status call reports the real state.
   */
  reportsFinishedUntil: Date | null
  /** True if the network lost the container: its status does not change, and it can never be published. */
  isLost: boolean
}

/** Settings of containers. */
export interface ContainerSettings {
  readonly pictureSeconds: number
  readonly videoSeconds: number
  /** Number of seconds after creation in which a container can be published. */
  readonly containerSeconds: number
  /** Number of seconds after publication in which a container still reports `FINISHED`. */
  readonly publishedLagSeconds: number
  /** If true, containers never leave the state `IN_PROGRESS`. */
  readonly stuck: boolean
  /** If true, the status is missing from responses. */
  readonly omitStatus: boolean
  /**
   * Seconds after creation in which reading a container is refused with 100/33, although it can be published.
   * Seen in production for days. https://github.com/gitroomhq/postiz-app/issues/1562 (2026-05-26)
   */
  readonly unreadableSeconds: number
}

/** Default settings of containers. Both networks keep a container for 24 hours. */
export const CONTAINER_DEFAULTS: ContainerSettings = {
  pictureSeconds: 0,
  videoSeconds: 60,
  containerSeconds: 86_400,
  publishedLagSeconds: 0,
  stuck: false,
  omitStatus: false,
  unreadableSeconds: 0,
}

/** Part of a server's state that stores containers. */
export interface ContainerState extends GraphState {
  readonly containers: Map<string, Container>
  containerSettings: ContainerSettings
  /** Errors with which the next containers fail. */
  readonly nextErrors: string[]
  /** Number of following containers that the network loses. */
  containersToLose: number
}

/** Rules for fetched videos, and the error texts for videos that break the rules. */
export interface VideoRules {
  readonly largestBytes: number
  /** The network's error for a file that could not be fetched. */
  readonly notFetched: (problem: FetchProblem) => string
  /** The network's error for a file that is not a video. Null if the file is a video. */
  readonly problemOf: (file: FetchedFile) => string | null
}

/** Stores a container. */
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

/** Starts the downloads whose start time has come. */
export function startDownloads(state: ContainerState, rules: VideoRules): void {
  const now = state.clock.now()
  for (const container of state.containers.values()) {
    const { url, file, fetching, stage, createdAt } = container
    const isDue = later(createdAt, state.settings.fetchAfterSeconds) <= now
    if (url === null || file !== null || fetching !== null || stage !== 'IN_PROGRESS' || !isDue) continue
    container.fetching = fetchVideo(state, container, url, rules)
    track(state, container.fetching)
  }
}

const isDue = (state: ContainerState, { readyAt }: Container): boolean =>
  !state.containerSettings.stuck && readyAt <= state.clock.now()

/**
 * Updates a container to the current time. Waits for a due download because the response must depend on the clock
 * and not on the speed of the machine.
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

/** False while the network still refuses to read a new container. */
export function isReadable(state: ContainerState, { createdAt }: Container): boolean {
  return later(createdAt, state.containerSettings.unreadableSeconds) <= state.clock.now()
}

/** Status that the status call returns. The status differs from the real state during a delay. */
export function reportedStage(state: ContainerState, container: Container): ContainerStage {
  const { reportsFinishedUntil: until } = container
  return container.stage === 'PUBLISHED' && until !== null && until > state.clock.now()
    ? 'FINISHED'
    : container.stage
}

/** Marks a container and its items as published. */
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
