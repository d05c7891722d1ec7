import {
  NetworkError,
  OutcomeUnknownError,
  PlatformError,
  type PublishCall,
  RateLimitError,
  type RawData,
  type SocialBaseError,
  type Upload,
} from '@social/core/platform'

import { CHUNK_STEP_BYTES } from '../limits.js'
import type { Settings } from '../options.js'
import { readSaved, repeatableUntil, type Session, sessionData } from './receipt.js'
import { askSession, sendPiece, type Standing, startSession, type VideoDraft, videoType } from './session.js'

/**
 * Maximum pause between two attempts in seconds. If YouTube requests a longer wait, the call
 * throws a `RateLimitError`.
 */
const MAX_PAUSE_SECONDS = 30

/**
 * Returns true for temporary errors: no response, a failure inside YouTube, or too many requests.
 */
function isInterruption(error: unknown): error is SocialBaseError {
  if (RateLimitError.is(error)) return error.passesSoon
  if (PlatformError.is(error)) return (error.statusCode ?? 0) >= 500 || error.statusCode === 408
  return NetworkError.is(error)
}

/**
 * Runs one upload, from the start or from the offset of an earlier attempt, until YouTube has the
 * whole video.
 */
export class UploadRun {
  readonly #draft: VideoDraft
  readonly #file: Upload
  readonly #settings: Settings
  readonly #call: PublishCall
  readonly #contentType: string
  #offset = 0
  /**
   * True while the offset must be queried, because a request failed and only YouTube knows how
   * many bytes it has.
   */
  #isInDoubt = false
  /** Highest offset that this upload reached. Only a higher offset counts as progress. */
  #furthest = 0
  #hasRestarted = false
  #tries = 0

  constructor(draft: VideoDraft, file: Upload, settings: Settings, call: PublishCall) {
    this.#draft = draft
    this.#file = file
    this.#settings = settings
    this.#call = call
    this.#contentType = videoType(draft.video)
  }

  /** Returns true once the last chunk was sent, unless YouTube has reported missing bytes. */
  get #mayBeDone(): boolean {
    return this.#call.receipt?.step === 'FINISH'
  }

  /** Uploads the video and returns YouTube's `video` resource. */
  async run(): Promise<RawData> {
    let session = await this.#begin()
    for (;;) {
      this.#call.signal.throwIfAborted()
      const status = await this.#next(session)
      if (status === null) continue
      if (status.state === 'DONE') {
        this.#report(session.totalBytes)
        return status.raw
      }
      if (status.state === 'GONE') session = await this.#startAgain()
      else {
        await this.#refuteIfIncomplete(status.offset)
        session = await this.#moved(session, status.address)
        await this.#advance(status)
      }
    }
  }

  /** Resumes an earlier attempt, or starts a new upload. */
  async #begin(): Promise<Session> {
    const kept = readSaved(this.#call.receipt)
    if (kept === null || kept.totalBytes !== this.#file.size) return this.#start()
    this.#isInDoubt = true
    return kept
  }

  async #start(): Promise<Session> {
    const session = await startSession(this.#draft, this.#file.size, this.#settings, this.#call)
    this.#offset = 0
    this.#furthest = 0
    this.#tries = 0
    this.#isInDoubt = false
    await this.#checkpoint(session)
    this.#report(0)
    return session
  }

  /** Starts an expired upload again, at most once, and only if the video cannot exist yet. */
  async #startAgain(): Promise<Session> {
    if (this.#mayBeDone) throw this.#unknown()
    if (this.#hasRestarted)
      throw new PlatformError(
        'youtube lost the upload twice. Nothing was published. Post again later with the same idempotency key.',
        {
          platform: 'youtube',
          statusCode: 404,
          isOutage: true,
        },
      )
    this.#hasRestarted = true
    return this.#start()
  }

  /** Sends the next chunk, or queries the offset. Returns null after a temporary error. */
  async #next(session: Session): Promise<Standing | null> {
    const isAsking = this.#isInDoubt || this.#offset === session.totalBytes
    try {
      return isAsking ? await askSession(session, this.#settings, this.#call) : await this.#send(session)
    } catch (error) {
      if (this.#call.signal.aborted || !isInterruption(error)) throw error
      this.#isInDoubt = true
      await this.#pauseAfter(error)
      return null
    }
  }

  async #send(session: Session): Promise<Standing> {
    const start = this.#offset
    const length = Math.min(this.#settings.chunkBytes, session.totalBytes - start)
    const piece = { body: this.#file.piece(start, length), start, contentType: this.#contentType }
    return sendPiece(session, piece, this.#settings, this.#call)
  }

  /** Saves a new upload URL when YouTube redirects the upload. */
  async #moved(session: Session, address: string): Promise<Session> {
    if (address === session.address) return session
    const moved = { ...session, address }
    if (!this.#mayBeDone) await this.#checkpoint(moved)
    return moved
  }

  /** Records that nothing was published when YouTube reports missing bytes. */
  async #refuteIfIncomplete(offset: number): Promise<void> {
    if (!this.#mayBeDone || offset >= this.#file.size) return
    await this.#call.notPublished(`youtube has ${offset} of ${this.#file.size} bytes of the video.`)
  }

  /** Continues at the offset that YouTube reports, which can be higher, lower or unchanged. */
  async #advance({ offset, waitSeconds }: Extract<Standing, { state: 'OPEN' }>): Promise<void> {
    const totalBytes = this.#file.size
    const hasAsked = this.#isInDoubt || this.#offset === totalBytes
    if (offset === totalBytes && this.#offset === totalBytes)
      throw new PlatformError(
        'youtube has every byte of the video, but does not confirm it. Check the channel before you post it again.',
        { platform: 'youtube' },
      )
    // An advance of less than 256 KiB does not count as progress, because a server could otherwise
    // request a video byte by byte.
    const gotFurther =
      offset >= this.#furthest + CHUNK_STEP_BYTES || (offset > this.#furthest && offset === totalBytes)
    if (gotFurther) this.#furthest = offset
    this.#offset = offset
    this.#isInDoubt = false
    this.#report(offset)
    if (gotFurther) this.#tries = 0
    else if (!hasAsked) return this.#pauseAfter(null, waitSeconds)
    if (waitSeconds !== null) await this.#pause(waitSeconds, null)
  }

  /**
   * Pauses longer after each consecutive attempt without progress. Throws after the maximum number
   * of attempts.
   */
  async #pauseAfter(error: SocialBaseError | null, waitSeconds: number | null = null): Promise<void> {
    this.#tries += 1
    if (this.#tries > this.#settings.resendsAllowed) throw this.#abandoned(error)
    const doubled = Math.min(2 ** (this.#tries - 1), MAX_PAUSE_SECONDS)
    const asked = RateLimitError.is(error) ? error.retryAfter : waitSeconds
    await this.#pause(Math.max(doubled * (0.5 + this.#call.random.fraction() / 2), asked ?? 0), error)
  }

  async #pause(seconds: number, error: SocialBaseError | null): Promise<void> {
    if (seconds > MAX_PAUSE_SECONDS)
      throw new RateLimitError(
        `youtube requested a wait of ${Math.ceil(seconds)} seconds. ${this.#currentState()}`,
        { platform: 'youtube', retryAfter: seconds, ...(error && { raw: error.raw, cause: error }) },
      )
    await this.#call.clock.sleep(seconds, { signal: this.#call.signal })
  }

  #abandoned(error: SocialBaseError | null): SocialBaseError {
    if (RateLimitError.is(error)) return error
    const message = `The upload to youtube made no progress in ${this.#tries} attempts. ${this.#currentState()}`
    const details = { platform: 'youtube', ...(error && { raw: error.raw, cause: error }) }
    if (NetworkError.is(error)) return new NetworkError(message, { ...details, timedOut: error.timedOut })
    const statusCode = PlatformError.is(error) ? error.statusCode : 308
    return new PlatformError(message, { ...details, statusCode })
  }

  #currentState(): string {
    return `${this.#offset} of ${this.#file.size} bytes arrived, and the upload is still open. Post again with the same idempotency key to resume.`
  }

  #unknown(): OutcomeUnknownError {
    return new OutcomeUnknownError(
      'youtube no longer has the upload, and its last chunk may have arrived: the video may or may not exist. Check the channel before you post it again with a new key.',
      { platform: 'youtube', receipt: null },
    )
  }

  #checkpoint(session: Session): Promise<void> {
    return this.#call.checkpoint({
      step: 'PREPARE',
      data: sessionData(session),
      repeatableUntil: repeatableUntil(session),
    })
  }

  #report(sentBytes: number): void {
    this.#call.progress({ mediaIndex: 0, mediaCount: 1, sentBytes, totalBytes: this.#file.size })
  }
}
