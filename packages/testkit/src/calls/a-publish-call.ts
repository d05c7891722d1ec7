import { finishWith } from '@social/core/internal'
import {
  type Clock,
  ConfigError,
  type Fate,
  type Finish,
  type HostedMedia,
  type HttpMethod,
  InvalidPostError,
  type Media,
  type MediaHost,
  type Progress,
  type PublishCall,
  type PublishRecorder,
  type PublishStep,
  type Receipt,
  type ReceiptStep,
  refuseUnknownNames,
  type Transport,
  assertObject,
} from '@social/core/platform'

import { aReceipt } from '../builders/content.js'
import { FakeClock } from '../time/fake-clock.js'
import type { RecordingTransport } from '../transport/recording-transport.js'
import { CALL_NAMES, type CallRecords, type CallSettings, makeCall } from './a-call.js'
import { type ClaimRecords, claimsOf } from './claims.js'

/** Settings of a test call that publishes. Every setting has a default. */
export interface PublishCallSettings<
  T extends Transport = RecordingTransport,
  C extends Clock = FakeClock,
> extends CallSettings<T, C> {
  /** Idempotency key of the call. Default: `key-1`. */
  readonly idempotencyKey?: string | undefined
  /** Receipt of an earlier attempt, which the platform resumes. Default: null. */
  readonly receipt?: Receipt | null | undefined
  /**
   * Called before each step is saved. The steps include `FINISH`, which comes before the publish
   * request. If this function throws, publishing stops.
   */
  readonly onCheckpoint?: ((step: RecordedStep) => void) | undefined
  /** Ids of posts that belong to other idempotency keys. Default: none. */
  readonly ownedByOthers?: readonly string[] | undefined
  /**
   * Hosts files, for networks that only accept the URL of a file. Default: the call refuses to
   * host files.
   */
  readonly mediaHost?: MediaHost | null | undefined
}

const OWN_NAMES: Record<Exclude<keyof PublishCallSettings, keyof CallSettings>, true> = {
  idempotencyKey: true,
  receipt: true,
  onCheckpoint: true,
  ownedByOthers: true,
  mediaHost: true,
}

/**
 * A step that the call saved: one for each `checkpoint`, and `FINISH` before each attempt of the
 * publish request.
 */
export interface RecordedStep extends Omit<ReceiptStep, 'step'> {
  readonly step: PublishStep
}

/** Data that a test can read after a call that publishes. */
export interface PublishRecords extends ClaimRecords {
  /** Saved steps, in order. */
  readonly checkpoints: readonly RecordedStep[]
  /** Outcome of each attempt of the publish request, in order. */
  readonly fates: readonly Fate[]
  /**
   * Violations of the rules for the publish request, in order. The client reports these violations
   * as warnings.
   */
  readonly mistakes: readonly string[]
  /** Reasons that the platform passed to `notPublished`. */
  readonly proofs: readonly string[]
  /** Values that the platform passed to `progress`, in order. */
  readonly progressed: readonly Progress[]
}

/** A call that publishes, with additional fields that a test can read. */
export type TestPublishCall<
  T extends Transport = RecordingTransport,
  C extends Clock = FakeClock,
> = PublishCall & CallRecords<T, C> & PublishRecords

/**
 * Builds a media host that returns the URLs `https://media.example/1`, `/2` and so on. The URLs
 * serve no files.
 */
export function fakeMediaHost(): MediaHost & {
  readonly hosted: readonly Media[]
  readonly released: readonly string[]
} {
  const hosted: Media[] = []
  const released: string[] = []
  return {
    hosted,
    released,
    async publish(media: Media): Promise<HostedMedia> {
      hosted.push(media)
      return { url: `https://media.example/${hosted.length}`, handle: String(hosted.length) }
    },
    async release(handle: string): Promise<void> {
      released.push(handle)
    },
  }
}

/** Saves the publish steps of a call as plain JSON, like a journal. */
class StepRecorder implements PublishRecorder {
  readonly checkpoints: RecordedStep[] = []
  readonly fates: Fate[] = []
  readonly mistakes: string[] = []
  receipt: Receipt | null
  #prepared: Receipt | null
  #isOpen: boolean
  /** True after a POST or PATCH request, until the next step is saved. */
  #hasUnwritten = false
  readonly #platform: string
  readonly #clock: Clock
  readonly #onCheckpoint: ((step: RecordedStep) => void) | undefined

  constructor(
    receipt: Receipt | null,
    platform: string,
    clock: Clock,
    onCheckpoint: ((step: RecordedStep) => void) | undefined,
  ) {
    this.receipt = receipt
    this.#isOpen = receipt?.step === 'FINISH'
    this.#prepared = receipt?.step === 'FINISH' ? { ...receipt, step: 'WAIT' } : receipt
    this.#platform = platform
    this.#clock = clock
    this.#onCheckpoint = onCheckpoint
  }

  checkpoint(step: ReceiptStep): void {
    if (this.#isOpen)
      throw new ConfigError('A step was written down after the visible request, whose outcome is open.')
    this.#keep(step)
    this.#prepared = this.receipt
    this.#hasUnwritten = false
  }

  begin(finish: Finish): null {
    if (this.#hasUnwritten)
      this.mistakes.push(
        'It sent a request that must not be repeated blindly, and wrote nothing down before the visible one.',
      )
    this.#hasUnwritten = false
    // Each field is read exactly once, because the platform may compute the field in a getter.
    const { data, repeatableUntil } = finish
    this.#keep({ step: 'FINISH', data, ...(repeatableUntil !== undefined && { repeatableUntil }) })
    return null
  }

  end(fate: Fate): null {
    this.fates.push(fate)
    if (fate === 'DONE' || fate === 'OPEN') this.#isOpen = true
    if (!this.#isOpen) this.receipt = this.#prepared
    return null
  }

  noteWrite(method: HttpMethod): void {
    if (method === 'GET' || method === 'HEAD') return
    if (this.#isOpen) this.mistakes.push('It sent another write after the visible request.')
    // PUT and DELETE requests may be repeated (RFC 9110, section 9.2.2), so only POST and PATCH
    // require a saved step.
    else if (method === 'POST' || method === 'PATCH') this.#hasUnwritten = true
  }

  notPublished(): void {
    this.#isOpen = false
    this.receipt = this.#prepared
  }

  #keep(step: RecordedStep): void {
    this.#onCheckpoint?.(step)
    const kept = asKept(step)
    this.checkpoints.push(kept)
    this.receipt = aReceipt({
      platform: this.#platform,
      step: kept.step,
      data: kept.data,
      createdAt: this.#clock.now(),
      repeatableUntil: kept.repeatableUntil ?? null,
    })
  }
}

/**
 * Builds a call for testing `publish` and other methods that create visible content. Publish steps
 * are saved as plain JSON, like in a journal.
 *
 * @param settings - Changed settings.
 * @example
 * const first = aPublishCall({ onCheckpoint: ({ step }) => { if (step === 'FINISH') throw new Error('stopped') } })
 * await assert.rejects(platform.publish(aPost(), first))
 * await platform.publish(aPost(), aPublishCall({ receipt: first.receipt }))
 */
export function aPublishCall<T extends Transport = RecordingTransport, C extends Clock = FakeClock>(
  settings: PublishCallSettings<T, C> = {},
): TestPublishCall<T, C> {
  refuseUnknownNames(settings, [...CALL_NAMES, ...Object.keys(OWN_NAMES)], 'aPublishCall')
  const { idempotencyKey = 'key-1', receipt = null, onCheckpoint, mediaHost = null } = settings
  // safe cast: without the setting `clock`, the type parameter C is its default FakeClock
  const clock = settings.clock ?? (new FakeClock({ autoAdvance: true }) as unknown as C)
  const platform = settings.platform?.name ?? settings.connection?.platform ?? 'fake'
  const recorder = new StepRecorder(receipt, platform, clock, onCheckpoint)
  const call = makeCall({ ...settings, clock }, recorder)
  const progressed: Progress[] = []
  const proofs: string[] = []
  const own: Omit<PublishCall, keyof typeof call> & PublishRecords = {
    idempotencyKey,
    get receipt() {
      return recorder.receipt
    },
    checkpoints: recorder.checkpoints,
    fates: recorder.fates,
    mistakes: recorder.mistakes,
    proofs,
    progressed,
    ...claimsOf(settings.ownedByOthers),
    async checkpoint(step) {
      call.signal.throwIfAborted()
      assertObject(step, 'call.checkpoint', '{ step, data }')
      assertObject(step.data, 'call.checkpoint: data', '{ containerId }')
      recorder.checkpoint(step)
    },
    finish: (finish, send) => finishWith(recorder, finish, send),
    async notPublished(why) {
      if (why !== null) proofs.push(why)
      recorder.notPublished()
    },
    progress: (progress) => void progressed.push(progress),
    canHostMedia: mediaHost !== null,
    async hostMedia(media) {
      if (mediaHost) return mediaHost.publish(media, { lifetimeSeconds: 21_600 })
      throw new InvalidPostError(
        `${call.connection.platform} fetches files from a public address itself. Pass Media.fromUrl(...), or give aPublishCall a mediaHost.`,
        { platform: call.connection.platform },
      )
    },
  }
  // Copies property descriptors, so that a getter is copied as a getter.
  return Object.defineProperties(call, Object.getOwnPropertyDescriptors(own)) as typeof call & typeof own
}

/** Returns the step after a JSON round trip, which removes values that are not plain JSON. */
function asKept(step: RecordedStep): RecordedStep {
  const { repeatableUntil } = step
  // safe cast: the data of a step must be plain JSON, which a round trip does not change
  const kept = JSON.parse(JSON.stringify(step.data)) as ReceiptStep['data']
  return { step: step.step, data: kept, ...(repeatableUntil !== undefined && { repeatableUntil }) }
}
