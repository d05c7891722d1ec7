import type { EmulatorClock } from '../framework/clock.js'
import type { Effects } from '../framework/effects.js'
import type { ModuleSetup } from '../framework/module.js'
import type { Seed } from '../framework/seed.js'
import type {
  Activity,
  Channel,
  Comment,
  Grant,
  IssuedToken,
  OAuthClient,
  Person,
  UploadSession,
  Video,
} from './records.js'
import type { YoutubeSettings } from './settings.js'
import type { PlannedAnswers } from './uploads/questions.js'

/** State of the emulated YouTube. The state exists only in memory. */
export interface YoutubeState {
  readonly origin: string
  readonly clock: EmulatorClock
  readonly seed: Seed
  readonly effects: Effects
  settings: YoutubeSettings
  readonly clients: Map<string, OAuthClient>
  /** People by e-mail address. */
  readonly people: Map<string, Person>
  readonly channels: Map<string, Channel>
  readonly grants: Map<string, Grant>
  readonly accessTokens: Map<string, IssuedToken>
  readonly refreshTokens: Map<string, IssuedToken>
  /** Approvals given on the consent page, as `<client> <email>`. */
  readonly approvals: Set<string>
  readonly sessions: Map<string, UploadSession>
  readonly videos: Map<string, Video>
  readonly comments: Map<string, Comment>
  /** Activity by `<video id> <day>`. Days are those of Pacific time. */
  readonly activity: Map<string, Activity>
  /** Delay in seconds before a new comment appears in `comments.list`. */
  commentDelaySeconds: number
  /** Quota used on `day`. */
  quota: { day: string; units: number; uploads: number; byChannel: Map<string, number> }
  /** Number of bytes to store from the next piece. Null stores the whole piece. */
  storeOfNextPiece: number | null
  /** Responses to status queries, set by a control operation. Null for normal responses. */
  questions: PlannedAnswers | null
  /**
   * Rewinds set by a control operation: pieces per rewind, and rewinds left. Null for no rewinds.
   */
  rewinds: { readonly every: number; left: number } | null
  /** Number of future uploads whose URL returns 404 after the upload became a video. */
  forgetsFinished: number
}

/** Creates the initial state of the emulated YouTube. */
export function makeState(setup: ModuleSetup, settings: YoutubeSettings): YoutubeState {
  return {
    origin: setup.origin,
    clock: setup.clock,
    seed: setup.seed,
    effects: setup.effects,
    settings,
    clients: new Map(),
    people: new Map(),
    channels: new Map(),
    grants: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Map(),
    approvals: new Set(),
    sessions: new Map(),
    videos: new Map(),
    comments: new Map(),
    activity: new Map(),
    commentDelaySeconds: 0,
    quota: { day: '', units: 0, uploads: 0, byChannel: new Map() },
    storeOfNextPiece: null,
    questions: null,
    rewinds: null,
    forgetsFinished: 0,
  }
}
