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

/** Everything the emulated network knows. Lives in memory, ends with the emulator. */
export interface YoutubeState {
  readonly origin: string
  readonly clock: EmulatorClock
  readonly seed: Seed
  readonly effects: Effects
  settings: YoutubeSettings
  readonly clients: Map<string, OAuthClient>
  /** By e-mail address. */
  readonly people: Map<string, Person>
  readonly channels: Map<string, Channel>
  readonly grants: Map<string, Grant>
  readonly accessTokens: Map<string, IssuedToken>
  readonly refreshTokens: Map<string, IssuedToken>
  /** `<client> <email>` of those who approved it before. */
  readonly approvals: Set<string>
  readonly sessions: Map<string, UploadSession>
  readonly videos: Map<string, Video>
  readonly comments: Map<string, Comment>
  /** Seconds until a comment is shown in lists. */
  commentDelaySeconds: number
  /** What was spent on the day that runs. */
  quota: { day: string; units: number; uploads: number; byChannel: Map<string, number> }
  /** How many bytes of the next piece are stored; null stores all. */
  storeOfNextPiece: number | null
  /** How the next questions for an upload are answered, and how many; null as usual. */
  questions: PlannedAnswers | null
  /** Every how many pieces what was stored of an upload is lost again, and how often; null never. */
  rewinds: { readonly every: number; left: number } | null
  /** How many of the next uploads are forgotten as soon as they have become a video. */
  forgetsFinished: number
}

/** An empty network. */
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
