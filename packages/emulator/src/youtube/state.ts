import type { EmulatorClock } from '../framework/clock.js'
import type { Effects } from '../framework/effects.js'
import type { ModuleSetup } from '../framework/module.js'
import type { Seed } from '../framework/seed.js'
import type {
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

/** State of the emulated network. The state exists only in memory. */
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
  /** Entries `<client> <email>` of earlier approvals. */
  readonly approvals: Set<string>
  readonly sessions: Map<string, UploadSession>
  readonly videos: Map<string, Video>
  readonly comments: Map<string, Comment>
  /** Seconds before a comment appears in lists. */
  commentDelaySeconds: number
  /** Quota used on the current day. */
  quota: { day: string; units: number; uploads: number; byChannel: Map<string, number> }
  /** Number of bytes of the next piece to store. Null stores all. */
  storeOfNextPiece: number | null
  /** Planned responses to status queries. Null for normal responses. */
  questions: PlannedAnswers | null
  /** Planned rewinds: the number of pieces between two, and the number of rewinds left. Null for none. */
  rewinds: { readonly every: number; left: number } | null
  /** Number of coming uploads to forget after they became a video. */
  forgetsFinished: number
}

/** Creates the state of a new network. */
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
    commentDelaySeconds: 0,
    quota: { day: '', units: 0, uploads: 0, byChannel: new Map() },
    storeOfNextPiece: null,
    questions: null,
    rewinds: null,
    forgetsFinished: 0,
  }
}
